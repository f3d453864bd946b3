/** A form that is sent before its script is ready must wait. Searches do not use POST, so they are not affected. */
const waitForForm = `
addEventListener('submit', function (event) {
  var state = document.documentElement.dataset
  if (state.forms || event.target.method !== 'post') return
  event.preventDefault()
  state.sent = 'early'
}, true)`

/** Adds the early-submit script to every document. */
export const earlySubmitPlugin = {
  name: 'early-submit',
  transformIndexHtml: () => [{ tag: 'script', children: waitForForm, injectTo: 'head' as const }],
}

export function sendEarlySubmit(form: HTMLFormElement | null): void {
  const { dataset } = document.documentElement
  dataset.forms = 'alive'
  if (!form || !dataset.sent) return
  delete dataset.sent
  // Submit in a later task, because the form must first read the text that was typed before its script ran.
  setTimeout(() => form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))
}
