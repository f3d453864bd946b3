import type { Upload } from '@ce/client/staff/make-upload.ts'
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'

/** The uploads of one page that are on their way or failed, whichever of its fields they are for. */
export function makePendingUploads() {
  let list: readonly Upload[] = []
  const listeners = new Set<() => void>()
  const set = (next: readonly Upload[]) => {
    list = next
    for (const listener of [...listeners]) listener()
  }
  return {
    read: () => list,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** @returns the way to take it off again: it is there, or given up */
    keep: (upload: Upload) => {
      set([...list, upload])
      return () => set(list.filter((one) => one !== upload))
    },
  }
}

const Pending = createContext(makePendingUploads())

/** A page whose publication asks about the files that would be missing. */
export function PendingUploads({ children }: { children: ReactNode }) {
  const [uploads] = useState(makePendingUploads)
  return <Pending value={uploads}>{children}</Pending>
}

/** Counts an upload among its page's, as long as it is shown. */
export function useKeptPending(upload: Upload): void {
  const { keep } = useContext(Pending)
  useEffect(() => keep(upload), [keep, upload])
}

/** The page's uploads, and whether it was said of all of them that they are not waited for. */
export function usePendingUploads() {
  const { read, subscribe } = useContext(Pending)
  const uploads = useSyncExternalStore(subscribe, read, read)
  const [left, setLeft] = useState<readonly Upload[]>([])
  return {
    uploads,
    without: uploads.every((one) => left.includes(one)),
    onWithout: (without: boolean) => setLeft(without ? uploads : []),
  }
}
