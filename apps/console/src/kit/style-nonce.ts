/** The nonce of this document's policy: of a shell in its head, of a rendered page at its end; browsers hide the attribute, not the property. */
export function readNonce(): string | undefined {
  const holder = '[property="csp-nonce"], #csp-nonce'
  return document.querySelector<HTMLElement>(holder)?.nonce || undefined
}

/**
 * Gives the nonce to every style element a script makes. antd takes it by `csp`, but the scroll lock of its dialogs
 * (@rc-component/portal useScrollLocker) makes one without, which the policy refuses with a console error.
 */
export function nonceStyleElements(nonce: string): void {
  document.createElement = new Proxy(document.createElement, {
    apply(create, self, given) {
      const element = Reflect.apply(create, self, given)
      if (element instanceof HTMLStyleElement) element.nonce = nonce
      return element
    },
  })
}
