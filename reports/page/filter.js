// Filters the failures and the requirements of a page by text, area and status. Without this script, the page shows everything.
const form = document.querySelector('.filter');
const [output, reset] = [form.querySelector('output'), form.querySelector('[type=reset]')];
const rows = [...document.querySelectorAll('[data-area]')];
// The row of a failure has the text of its card.
const texts = rows.map(row => {
  const link = row.matches('.index > *') && row.querySelector('a');
  const of = link ? document.getElementById(link.hash.slice(1)).closest('details') : row;
  return of.textContent.toLowerCase();
});
const containers = [...document.querySelectorAll('.area, .index, #failures, #warnings')];

const apply = () => {
  const { text, area, status } = Object.fromEntries(new FormData(form));
  const wanted = text.trim().toLowerCase();
  for (const [at, row] of rows.entries())
    row.hidden =
      (area !== '' && row.dataset.area !== area) ||
      (status !== '' && row.dataset.status !== status) ||
      !texts[at].includes(wanted);
  for (const each of containers)
    each.hidden = each.querySelector('[data-area]:not([hidden])') === null;
  const shown = rows.filter(row => row.matches('.requirement') && !row.hidden).length;
  reset.hidden = !(wanted || area || status);
  output.textContent = reset.hidden ? '' : `${shown} of ${form.dataset.of}`;
};

form.addEventListener('input', apply);
form.addEventListener('reset', () => setTimeout(apply));
form.addEventListener('submit', event => event.preventDefault());
form.hidden = false;
apply();
