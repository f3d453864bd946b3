/** Reads the nonce from the property, because browsers hide the nonce attribute from scripts. */
export function readStyleNonce(): string | undefined {
  const holder = '[property="csp-nonce"], #csp-nonce'
  return document.querySelector<HTMLElement>(holder)?.nonce || undefined
}

/**
 * Adds the nonce to every new style element, because antd's scroll lock creates one without nonce (@rc-component/portal
 * useScrollLocker), which the CSP reports.
 */
export function addNonceToStyleElements(nonce: string): void {
  document.createElement = new Proxy(document.createElement, {
    apply(create, self, given) {
      const element = Reflect.apply(create, self, given)
      if (element instanceof HTMLStyleElement) element.nonce = nonce
      return element
    },
  })
}
