/** z-index of the first open dialog, above every other element of a page. */
const lowest = 10_000

const ground: Partial<CSSStyleDeclaration> = {
  position: 'fixed',
  top: '0',
  right: '0',
  bottom: '0',
  left: '0',
  width: '100%',
  maxWidth: 'none',
  height: '100%',
  margin: '0',
  flexDirection: 'column',
  justifyContent: 'flex-end',
  background: 'rgba(27, 36, 48, 0.48)',
}

const open: { dialog: HTMLElement; before: Element | null }[] = []

/** Modal `<dialog>` for Safari before 15.4, as far as ui/src/Dialog.tsx uses it. */
export function polyfillDialog(): void {
  if ('HTMLDialogElement' in globalThis) return
  Object.defineProperties(HTMLUnknownElement.prototype, {
    open: {
      get(this: HTMLElement) {
        return this.hasAttribute('open')
      },
    },
    showModal: { value: showModal },
    close: { value: close },
  })
  document.addEventListener('keydown', onKey, true)
}

function showModal(this: HTMLElement): void {
  if (this.hasAttribute('open')) return
  open.push({ dialog: this, before: document.activeElement })
  this.setAttribute('open', '')
  this.setAttribute('role', 'dialog')
  this.setAttribute('aria-modal', 'true')
  Object.assign(this.style, ground, { display: 'flex', zIndex: String(lowest + open.length) })
  reachable(this)[0]?.focus()
}

function close(this: HTMLElement): void {
  if (!this.hasAttribute('open')) return
  this.removeAttribute('open')
  this.style.display = 'none'
  const place = open.findIndex(({ dialog }) => dialog === this)
  const [closed] = place < 0 ? [] : open.splice(place, 1)
  if (closed?.before instanceof HTMLElement) closed.before.focus()
  setTimeout(() => this.dispatchEvent(new Event('close')))
}

function onKey(event: KeyboardEvent): void {
  const dialog = open[open.length - 1]?.dialog
  if (!dialog) return
  if (event.key === 'Escape') {
    if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) close.call(dialog)
  }
  if (event.key !== 'Tab') return
  const inside = reachable(dialog)
  const first = inside[0]
  const last = inside[inside.length - 1]
  const past = event.shiftKey ? first : last
  const next = event.shiftKey ? last : first
  if (dialog.contains(document.activeElement) && document.activeElement !== past) return
  event.preventDefault()
  next?.focus()
}

function reachable(dialog: HTMLElement): HTMLElement[] {
  const found = dialog.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]')
  return Array.from(found).filter((element) => element.tabIndex >= 0 && !element.hasAttribute('disabled'))
}
