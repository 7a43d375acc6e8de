// Search by words and by shape. `PATTERNS` (data.js) has a row for each pattern: database, name, words, rows of its
// diagram. Words must all be there; `helper:attack`, `class:E`, `name:Hane` look in one place. A shape is drawn on the
// small board: O, X, empty (.) or unknown; a pattern is found if it accepts the drawing in one of its orientations,
// with the colours as drawn or exchanged.
(function () {
  'use strict';
  const size = 7, most = 200;
  const board = Array.from({ length: size * size }, () => ' ');
  const words = document.getElementById('words');
  const hits = document.getElementById('hits');
  const count = document.getElementById('count');
  const shape = document.getElementById('shape');
  const accepts = {
    'O': 'O', 'Q': 'O', 'X': 'X', 'Y': 'X', '.': '.', '*': '.', ',': '.', '!': '.', 'o': '.O', 'x': '.X', '?': '.OX',
  };
  const other = { 'O': 'X', 'X': 'O', '.': '.' };

  function turned(rows) {
    const quarter = (a) => Array.from(a[0], (_, c) => a.map((row) => row[c]).reverse().join(''));
    const mirror = (a) => a.map((row) => Array.from(row).reverse().join(''));
    const all = [];
    for (let a = rows, n = 0; n < 4; n++, a = quarter(a)) all.push(a, mirror(a));
    return all.filter((a, i) => all.findIndex((b) => b.join('/') === a.join('/')) === i);
  }

  // How many drawn vertices a pattern demands exactly where it accepts the drawing best; -1 if it never does.
  function fit(rows, drawn) {
    let best = -1;
    for (const a of turned(rows)) {
      const height = a.length, width = a[0].length;
      for (let down = -height + 1; down < size; down++) {
        for (let right = -width + 1; right < size; right++) {
          for (const swap of [false, true]) {
            let exact = 0, good = true;
            for (const [row, col, ch] of drawn) {
              const line = a[row - down];
              const cell = line && line[col - right];
              const wanted = swap ? other[ch] : ch;
              if (cell === undefined || !(accepts[cell] || '').includes(wanted)) { good = false; break; }
              if (accepts[cell] === wanted) exact++;
            }
            if (good && exact > best) best = exact;
          }
        }
      }
    }
    return best;
  }

  function matches(entry, terms) {
    return terms.every((term) => {
      const [field, rest] = term.includes(':') ? term.split(/:(.*)/) : ['', term];
      switch (field) {
        case 'name': return entry.name.toLowerCase().includes(rest);
        case 'class': return Array.from(rest).every((ch) => entry.letters.includes(ch));
        case 'helper': return entry.helpers.some((helper) => helper.includes(rest));
        case 'database': return entry.database === rest;
        default: return entry.text.includes(term);
      }
    });
  }

  const entries = PATTERNS.map(([database, name, letters, helpers, idea, rows]) => ({
    database, name, letters, helpers: helpers.split(' '), idea, rows: rows.split('/'),
    text: (name + ' ' + idea + ' ' + helpers + ' ' + database).toLowerCase(),
  }));

  function search() {
    // The case of a class letter counts.
    const terms = words.value.split(/\s+/).filter(Boolean)
      .map((term) => term.startsWith('class:') ? term : term.toLowerCase());
    const drawn = [];
    board.forEach((ch, i) => { if (ch !== ' ') drawn.push([Math.floor(i / size), i % size, ch]); });
    hits.textContent = '';
    if (!terms.length && !drawn.length) { count.textContent = ''; return; }
    let found = entries.filter((entry) => matches(entry, terms));
    if (drawn.length) {
      found = found.map((entry) => [fit(entry.rows, drawn), entry]).filter(([score]) => score > 0)
        .sort((a, b) => b[0] - a[0] || a[1].rows.join('').length - b[1].rows.join('').length)
        .map(([, entry]) => entry);
    }
    count.textContent = found.length + (found.length === 1 ? ' pattern' : ' patterns') +
      (found.length > most ? ', the first ' + most + ' shown' : '');
    for (const entry of found.slice(0, most)) {
      const item = document.createElement('li');
      const link = document.createElement('a');
      link.href = entry.database + '.html#' + encodeURIComponent(entry.name);
      link.textContent = entry.name;
      const drawing = document.createElement('pre');
      drawing.textContent = entry.rows.join('\n');
      item.append(link, drawing);
      item.title = entry.idea;
      hits.append(item);
    }
  }

  for (let row = 0; row < size; row++) {
    const line = shape.insertRow();
    for (let col = 0; col < size; col++) {
      const button = document.createElement('button');
      const index = row * size + col;
      const show = () => {
        button.textContent = board[index] === ' ' ? '' : board[index];
        const names = { ' ': 'unknown', 'O': 'O', 'X': 'X', '.': 'empty' };
        button.setAttribute('aria-label', 'row ' + (row + 1) + ', column ' + (col + 1) + ': ' + names[board[index]]);
      };
      const set = (ch) => { board[index] = ch; show(); search(); };
      button.type = 'button';
      button.addEventListener('click', () => set({ ' ': 'O', 'O': 'X', 'X': '.', '.': ' ' }[board[index]]));
      button.addEventListener('keydown', (event) => {
        const key = event.key.toUpperCase();
        if ('OX.'.includes(key)) set(key);
        if (event.key === 'Delete' || event.key === 'Backspace') set(' ');
        const step = { ArrowUp: -size, ArrowDown: size, ArrowLeft: -1, ArrowRight: 1 }[event.key];
        const next = step && shape.querySelectorAll('button')[index + step];
        if (next) { next.focus(); event.preventDefault(); }
      });
      show();
      line.insertCell().append(button);
    }
  }
  document.getElementById('clear').addEventListener('click', () => {
    board.fill(' ');
    shape.querySelectorAll('button').forEach((button) => { button.textContent = ''; });
    search();
  });
  words.addEventListener('input', search);
  if (location.hash) words.value = decodeURIComponent(location.hash.slice(1));
  search();
})();
