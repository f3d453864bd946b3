/** The nonce of this document's policy, as the server wrote it; browsers hide the attribute, not the property. */
export function readNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined
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
