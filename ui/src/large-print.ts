import { useSyncExternalStore } from 'react'

/** Key in local storage, and name of the document's attribute. */
const key = 'print'

/** The script is constant, so the content security policy allows it by its hash. */
export const largePrintScript = `try{if(localStorage.getItem('${key}')==='large')document.documentElement.dataset.${key}='large'}catch{}`

const listeners = new Set<() => void>()

/** The large-print mode (docs/rules/look.md#sizes); false on the server. */
export function useLargePrint(): [large: boolean, toggle: () => void] {
  const large = useSyncExternalStore(listen, read, () => false)
  return [large, () => write(!large)]
}

function read(): boolean {
  return document.documentElement.dataset[key] === 'large'
}

function write(large: boolean): void {
  if (large) document.documentElement.dataset[key] = 'large'
  else delete document.documentElement.dataset[key]
  try {
    if (large) localStorage.setItem(key, 'large')
    else localStorage.removeItem(key)
  } catch {
    // When storage is blocked, the choice lasts as long as the page.
  }
  for (const listener of [...listeners]) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
