// What is known of a position, as lists: candidates, matches at a vertex, why, what an edit changed.

/** An element with attributes and children (strings or elements). */
export function element(tag, attributes = {}, ...children) {
  const e = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) e.addEventListener(key.slice(2), value); else e.setAttribute(key, value);
  }
  e.append(...children);
  return e;
}

/** Candidates that are listed at first sight. */
const SHOWN = 4;

const button = (text, does, attributes = {}) => element('button', {type: 'button', class: 'link', onclick: does, ...attributes}, text);

/** A reason; one that names a pattern leads to it. */
function reason(text, pattern) {
  const named = /^pattern (\S+) of (\S+)$/.exec(text);
  return named ? button(text, () => pattern(named[1], named[2])) : text;
}

export function showCandidates(root, found, {look, pattern}) {
  const rows = found.candidates.map((c, i) => element('tr', {'data-candidate': c.at},
    element('td', {}, `${i + 1}`),
    element('td', {}, button(c.at, () => look(c.at), {'aria-label': `look at ${c.at}`})),
    element('td', {}, element('b', {}, c.value), element('br'), element('span', {class: 'soft'},
      c.parts.map(([name, x]) => `${name} ${x}`).join(', '))),
    element('td', {}, ...c.reasons.slice(0, 8).flatMap((r, j) => [j ? '; ' : '', reason(r, pattern)]))));
  const head = element('tr', {}, ...['', 'move', 'points, in parts', 'reasons'].map(t => element('th', {scope: 'col'}, t)));
  const more = rows.splice(SHOWN);
  const parts = [element('table', {}, head, ...rows)];
  if (!rows.length) parts[0] = element('p', {}, 'none: the engine passes');
  if (more.length) {
    parts.push(element('details', {}, element('summary', {}, `${more.length} more`), element('table', {}, ...more)));
  }
  if (found.dismissed.length) {
    const list = found.dismissed.map(([at, text]) => element('li', {}, button(at, () => look(at)), `: ${text}`));
    parts.push(element('details', {}, element('summary', {}, `${list.length} not considered`), element('ul', {}, ...list)));
  }
  root.replaceChildren(...parts);
}

const VERDICTS = {accepted: 'accepted', class: 'refused by its class', constraint: 'refused by its constraint',
  helper: 'refused by its helper'};

export function showVertex(root, title, vertex, found, {why, mark, open, candidate}) {
  const {covering, near} = found;
  const matches = found.matches.slice().sort((a, b) => (b.verdict === 'accepted') - (a.verdict === 'accepted'));
  const count = (n, what) => n === 1 ? `1 ${what}` : `${n} ${what}s`;
  const place = candidate >= 0 ? `, candidate ${candidate + 1}` : '';
  title.textContent = `${vertex}: ${count(matches.length, 'pattern')} with the move here${place}`;
  const line = (m, text, watched) => element('li', {class: m.verdict ? `verdict-${m.verdict}` : '', 'data-pattern': m.pattern,
    onmouseenter: () => mark(watched, null), onfocusin: () => mark(watched, null)},
    button(m.pattern, () => why(m.database, m.pattern), {'aria-label': `why ${m.pattern}`}),
    ` (${m.database}, O is ${m.color === 'B' ? 'Black' : 'White'}) ${text} `, button('edit', () => open(m.database, m.pattern), {
      'aria-label': `edit ${m.pattern}`}));
  const values = m => m.values === '-' ? '' : `, ${m.values}`;
  const parts = [element('ul', {}, ...matches.map(m => line(m, VERDICTS[m.verdict] + values(m), m.watched)))];
  const group = (name, list) => list.length && parts.push(element('details', name.startsWith('nearly') && !matches.length ? {open: ''} : {},
    element('summary', {}, `${name} (${list.length})`), element('ul', {}, ...list)));
  group('nearly, with the move here', near.map(m => line(m, `${m.differences.join('; ')} `, null)));
  group('other patterns that look at it', covering.map(m => line(m, m.move ? `moves at ${m.move}` : '', m.watched)));
  root.replaceChildren(...parts);
}

export function showWhy(root, title, found, open) {
  const parts = [];
  for (const answer of found.answers) {
    parts.push(element('p', {}, `${answer.pattern} of ${answer.database}, ${answer.file}:${answer.line} `,
      button('edit', () => open(answer.database, answer.pattern))));
  }
  title.textContent = found.answers.length ? `Why ${found.answers[0].pattern}` : 'Why';
  parts.push(element('pre', {tabindex: 0, 'aria-label': 'the answer of katachi why'}, found.text));
  root.replaceChildren(...parts);
}

export function showChanges(root, changes, go) {
  if (!changes.version) return root.replaceChildren(element('p', {class: 'soft'}, 'Nothing has been edited yet.'));
  const patterns = changes.patterns.map(c => element('li', {}, `${c.pattern} of ${c.database}: ${c.what}`));
  const otherwise = changes.positions.filter(p => p.moves && p.moves[0] !== p.moves[1]);
  const moves = otherwise.map(p => element('li', {'data-changed': p.number},
    button(`after move ${p.number}`, () => go(p.number)), `: ${p.moves[0]} → ${p.moves[1]} (${p.patterns.join(', ')})`));
  const state = changes.done ? '' : `, ${changes.asked} asked about so far`;
  const parts = [element('ul', {}, ...(patterns.length ? patterns : [element('li', {}, 'no pattern differs')])),
    element('p', {}, `Changed patterns match in ${changes.positions.length} positions of the record${state}. ` +
      `The engine plays otherwise in ${otherwise.length}.`)];
  if (moves.length) parts.push(element('ul', {'aria-label': 'moves that changed'}, ...moves));
  if (changes.positions.length) {
    const links = changes.positions.flatMap((p, i) => [i ? ', ' : '', button(`${p.number}`, () => go(p.number))]);
    parts.push(element('details', {}, element('summary', {}, 'positions'), element('p', {}, ...links)));
  }
  root.replaceChildren(...parts);
}
