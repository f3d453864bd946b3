import { useCallback, useState } from 'react'

/** Creates a save that sends the version that was read, so that the server can refuse to overwrite a newer version. */
export function createVersionedSave<Version>(read: Version) {
  let over = read
  let edits = 0
  return {
    version: () => over,
    edit(): void {
      edits += 1
    },
    /** Makes the next save replace the newest version; call it after the user was told about the conflict. */
    rebase(newest: Version): void {
      over = newest
    },
    /** @param send saves and returns the new version @returns true if the user edited meanwhile */
    async save(send: (over: Version) => Promise<Version>): Promise<boolean> {
      const before = edits
      over = await send(over)
      return edits !== before
    },
  }
}

export function useVersionedSave<Version>(read: Version, unsavedAtFirst = false) {
  const [form] = useState(() => createVersionedSave(read))
  const [changed, setChanged] = useState(unsavedAtFirst)
  const edited = useCallback(() => {
    form.edit()
    setChanged(true)
  }, [form])
  const save = async (send: (over: Version) => Promise<Version>): Promise<void> => setChanged(await form.save(send))
  return { version: form.version, rebase: form.rebase, changed, edited, save }
}
