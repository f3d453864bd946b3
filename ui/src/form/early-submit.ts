/**
 * Runs before the scripts of a page that came from the server: a form that is sent too early waits, and is sent once it is
 * alive. Only forms of FieldsForm are posted; a search is the browser's own.
 */
const waitForForm = `
addEventListener('submit', function (event) {
  var state = document.documentElement.dataset
  if (state.forms || event.target.method !== 'post') return
  event.preventDefault()
  state.sent = 'early'
}, true)`

/** A build's plugin: the script stands in every document. */
export const earlySubmitPlugin = {
  name: 'early-submit',
  transformIndexHtml: () => [{ tag: 'script', children: waitForForm, injectTo: 'head' as const }],
}

/** Sends a form that is alive now as often as it should have been sent already: once, or not at all. */
export function sendEarly(form: HTMLFormElement | null): void {
  const { dataset } = document.documentElement
  dataset.forms = 'alive'
  if (!form || !dataset.sent) return
  delete dataset.sent
  // once the form has read what was typed into it before
  setTimeout(() => form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))
}
