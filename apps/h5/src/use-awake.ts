import { useEffect } from 'react'

/** Keeps the screen lit while `wanted`, where the phone lets a page do so; a page that was away asks again. */
export function useAwake(wanted: boolean): void {
  useEffect(() => {
    if (!wanted || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let over = false
    const ask = async () => {
      if (document.visibilityState !== 'visible') return
      // refused when the battery is low: the screen then goes dark as ever
      const given = await navigator.wakeLock.request('screen').catch(() => null)
      if (over) await given?.release()
      else lock = given
    }
    const again = () => void ask()
    void ask()
    document.addEventListener('visibilitychange', again)
    return () => {
      over = true
      document.removeEventListener('visibilitychange', again)
      void lock?.release()
    }
  }, [wanted])
}
