import { useCallback, useState } from 'react'

/**
 * The version that a form's content was made of. What the form holds is saved over this one, however often the page was read anew
 * since: over a newer one it would take away, without a word, what somebody else has saved in between.
 */
export function savedOver<Version>(read: Version) {
  let over = read
  let edits = 0
  return {
    version: () => over,
    edit(): void {
      edits += 1
    },
    /** What the form holds is to stand over another version, of which its user was told. */
    rebase(newest: Version): void {
      over = newest
    },
    /** @param send gives the version it made. @returns whether more was typed while it was sent */
    async save(send: (over: Version) => Promise<Version>): Promise<boolean> {
      const before = edits
      over = await send(over)
      return edits !== before
    },
  }
}

/** The same, and whether something is not saved yet. */
export function useSavedOver<Version>(read: Version, unsavedAtFirst = false) {
  const [form] = useState(() => savedOver(read))
  const [changed, setChanged] = useState(unsavedAtFirst)
  const edited = useCallback(() => {
    form.edit()
    setChanged(true)
  }, [form])
  const save = async (send: (over: Version) => Promise<Version>): Promise<void> =>
    setChanged(await form.save(send))
  return { version: form.version, rebase: form.rebase, changed, edited, save }
}
