// Opens the target of the address, and filters the requirements. The page works without it.
'use strict';
const form = document.getElementById('filter');
const query = document.getElementById('query');
const found = document.getElementById('found');
const requirements = [...document.querySelectorAll('.requirement')];
const texts = new Map();

/** Read only at the first search, so that a large page opens faster. */
function textOf(requirement) {
  if (!texts.has(requirement)) texts.set(requirement, requirement.textContent.toLowerCase());
  return texts.get(requirement);
}

function filter() {
  const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
  const verdicts = new Set(new FormData(form).getAll('verdict'));
  let shown = 0;
  for (const each of requirements) {
    each.hidden =
      !verdicts.has(each.dataset.verdict) || !words.every(word => textOf(each).includes(word));
    if (!each.hidden) shown++;
  }
  for (const area of document.querySelectorAll('.area'))
    area.hidden = !area.querySelector('.requirement:not([hidden])');
  found.textContent =
    shown === requirements.length ? '' : `${shown} of ${requirements.length} requirements`;
}

/** Opens everything that hides the target of the address. */
function open() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (target.closest('[hidden]')) {
    query.value = '';
    for (const box of form.querySelectorAll('[type=checkbox]')) box.checked = true;
    filter();
  }
  for (let each = target; each; each = each.parentElement)
    if (each.localName === 'details') each.open = true;
  const row = target.parentElement.localName === 'details' ? target.parentElement : undefined;
  (row ?? target).scrollIntoView();
  row?.firstElementChild.focus({ preventScroll: true });
}

form.hidden = false;
form.addEventListener('input', filter);
form.addEventListener('submit', event => event.preventDefault());
addEventListener('hashchange', open);
addEventListener('load', open);
addEventListener('keydown', event => {
  if (event.key === '/' && document.activeElement !== query) {
    event.preventDefault();
    query.focus();
  }
});
filter();
