import type { ResumableUpload } from '@ce/client/staff/make-upload.ts'
import type { ReactNode } from 'react'
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'

/** Collects unfinished and failed uploads of all fields of a page. */
export function createPendingUploads() {
  let list: readonly ResumableUpload[] = []
  const listeners = new Set<() => void>()
  const set = (next: readonly ResumableUpload[]) => {
    list = next
    for (const listener of [...listeners]) listener()
  }
  return {
    read: () => list,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** @returns a function that removes the upload from the list again */
    keep: (upload: ResumableUpload) => {
      set([...list, upload])
      return () => set(list.filter((one) => one !== upload))
    },
  }
}

const Pending = createContext(createPendingUploads())

export function PendingUploads({ children }: { children: ReactNode }) {
  const [uploads] = useState(createPendingUploads)
  return <Pending value={uploads}>{children}</Pending>
}

/** Registers an upload while its row is shown. */
export function useRegisterPendingUpload(upload: ResumableUpload): void {
  const { keep } = useContext(Pending)
  useEffect(() => keep(upload), [keep, upload])
}

/** Returns the pending uploads and whether the user agreed to continue without their files. */
export function usePendingUploads() {
  const { read, subscribe } = useContext(Pending)
  const uploads = useSyncExternalStore(subscribe, read, read)
  const [left, setLeft] = useState<readonly ResumableUpload[]>([])
  return {
    uploads,
    without: uploads.every((one) => left.includes(one)),
    onWithout: (without: boolean) => setLeft(without ? uploads : []),
  }
}
