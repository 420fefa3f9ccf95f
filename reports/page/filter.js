// Filters the causes and the requirements of a page by text, area and status. Without this script, the page shows everything.
const form = document.querySelector('.filter');
const rows = [...document.querySelectorAll('[data-area]')];
const containers = [...document.querySelectorAll('.area, .causes, #failures, #warnings')];

const apply = () => {
  const { text, area, status } = Object.fromEntries(new FormData(form));
  const wanted = text.trim().toLowerCase();
  for (const row of rows)
    row.hidden =
      (area !== '' && row.dataset.area !== area) ||
      (status !== '' && row.dataset.status !== status) ||
      !row.textContent.toLowerCase().includes(wanted);
  for (const each of containers)
    each.hidden = each.querySelector('[data-area]:not([hidden])') === null;
  const shown = rows.filter(row => row.matches('.requirement') && !row.hidden).length;
  form.querySelector('output').textContent = `${shown} of ${form.dataset.of} requirements`;
};

form.addEventListener('input', apply);
form.addEventListener('reset', () => setTimeout(apply));
form.addEventListener('submit', event => event.preventDefault());
form.hidden = false;
apply();
