import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refetchAfterRecovery } from '../look-again.ts'
import { useConnection } from '../online.ts'

/**
 * Milliseconds between two requests that check whether the server is back. Each browser varies the time at random, so
 * that browsers do not all retry together.
 */
const lookAgainMs = 15_000

/** Browsers report a returning network but not a returning server, so this component polls. Mount it once. */
export function ServerRecoveryWatcher() {
  const connection = useConnection()
  const client = useQueryClient()
  useEffect(() => {
    if (connection !== 'unreachable') return
    const timer = setInterval(() => refetchAfterRecovery(client), lookAgainMs * (0.8 + Math.random() * 0.4))
    return () => clearInterval(timer)
  }, [connection, client])
  return null
}
