import { siteInfoQuery } from '@ce/client/first_page.ts'
import { useRegister, withChallenge } from '@ce/client/student.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  isOutdatedAgreement,
  type RegisterFields,
  registration,
  type Tick,
  tickNow,
} from './registration.ts'

/**
 * Registering with what was typed, a challenge solved on the way (`solved`: 0 to 1, null while there is none). What is agreed to are the
 * versions there were when the box was ticked: of others it is unticked, and `renewed` says that they have to be read anew.
 */
export function useRegistration(agreed: boolean, untick: () => void) {
  const { data: site } = useQuery(siteInfoQuery())
  const client = useQueryClient()
  const register = useRegister()
  const [solved, setSolved] = useState<number | null>(null)
  const [renewed, setRenewed] = useState(false)
  const ticked = useRef<Tick>(null)
  const askAnew = () => {
    untick()
    setRenewed(true)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form's functions are new at every render
  useEffect(() => {
    const now = tickNow(ticked.current, agreed, site)
    ticked.current = now.tick
    if (now.renewed) askAnew()
    // the words stay until it is ticked anew
    else if (now.tick) setRenewed(false)
  }, [agreed, site])
  const send = async (fields: RegisterFields) => {
    const read = ticked.current?.over
    if (!read) throw new Error('用户协议还没有加载，请检查网络后重试')
    const input = registration(fields, read)
    try {
      await withChallenge((challenge) => register.mutateAsync({ ...input, challenge }), setSolved)
    } catch (error) {
      if (isOutdatedAgreement(error)) {
        askAnew()
        await client.invalidateQueries({ queryKey: siteInfoQuery().queryKey })
      }
      throw error
    } finally {
      setSolved(null)
    }
  }
  return { site, send, solved, renewed }
}
