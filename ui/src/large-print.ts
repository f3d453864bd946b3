import { useSyncExternalStore } from 'react'

/** where the choice lies in local storage, and the attribute of the document that says it */
const key = 'print'

/**
 * The script for the document's head: applies the choice before anything is painted. Constant, so a policy can
 * allow it by its hash.
 */
export const largePrintScript = `try{if(localStorage.getItem('${key}')==='large')document.documentElement.dataset.${key}='large'}catch{}`

const listeners = new Set<() => void>()

/** The large-print mode (look.md: base 20, one column) and the way to turn it over; false on the server. */
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
    // blocked by the browser: the choice holds as long as the page
  }
  for (const listener of [...listeners]) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
