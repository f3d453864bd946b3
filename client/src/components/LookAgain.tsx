import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { lookAgain } from '../look-again.ts'
import { useConnection } from '../online.ts'

/** milliseconds, a little more or less: not every browser at once */
const lookAgainMs = 15_000

/**
 * A browser tells when its network is back, but nobody tells when our server answers again: looks for it, as the banner
 * promises. Stands once beside the pages of a query client.
 */
export function LookAgain() {
  const connection = useConnection()
  const client = useQueryClient()
  useEffect(() => {
    if (connection !== 'unreachable') return
    const timer = setInterval(() => lookAgain(client), lookAgainMs * (0.8 + Math.random() * 0.4))
    return () => clearInterval(timer)
  }, [connection, client])
  return null
}
