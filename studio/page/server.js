// Asks the server. All addresses are relative, so that they begin with the token.

/** A question that was answered with an error: `status` is that of HTTP, `message` for people. */
export class Refusal extends Error {
  constructor(status, message) { super(message); this.status = status; }
}

async function answer(response) {
  let body;
  try { body = await response.json(); } catch { body = {error: `the server answers ${response.status}`}; }
  if (!response.ok) throw new Refusal(response.status, body.error ?? `the server answers ${response.status}`);
  return body;
}

export async function get(what) {
  return answer(await fetch(`api/${what}`));
}

const running = new Map();

/**
 * Asks something with a body. A question of the same `kind` that is under way is given up: its answer would be about a
 * position that is no longer shown.
 */
export async function post(what, body, kind = null) {
  const control = new AbortController();
  if (kind) { running.get(kind)?.abort(); running.set(kind, control); }
  const headers = {'content-type': 'application/json'};
  const response = await fetch(`api/${what}`, {method: 'POST', headers, body: JSON.stringify(body), signal: control.signal});
  return answer(response);
}

/** Whether an error only says that a newer question took the place of this one. */
export const superseded = e => e.name === 'AbortError';

/** Calls `heard` with every event; connects again by itself. */
export function listen(heard, lost) {
  const events = new EventSource('api/events');
  events.onmessage = e => heard(JSON.parse(e.data));
  events.onerror = () => lost();
}
