import { createContext, type ReactNode, useContext } from 'react'

/**
 * What an app draws in its own way – the desktop with antd, the phone with its own controls – for components that are
 * otherwise the same in both: the app provides it once around a page, the components take it from there.
 */
export function partsOf<Parts extends object>(what: string) {
  const Context = createContext<Parts | null>(null)
  function Provide({ parts, children }: { parts: Parts; children: ReactNode }) {
    return <Context value={parts}>{children}</Context>
  }
  function useParts(): Parts {
    const parts = useContext(Context)
    if (!parts) throw new Error(`no ${what} around this page`)
    return parts
  }
  return [Provide, useParts] as const
}
