import { siteInfoQuery } from '@ce/client/first_page.ts'
import { useRegister, withChallenge } from '@ce/client/student.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isOutdatedAgreement, type RegisterFields, registration } from './registration.ts'

/**
 * Registering with what was typed, a challenge solved on the way (`solved`: 0 to 1, null while there is none).
 * `untick`: the agreement has changed, so the new text has to be read and ticked anew.
 */
export function useRegistration(untick: () => void) {
  const { data: site } = useQuery(siteInfoQuery())
  const client = useQueryClient()
  const register = useRegister()
  const [solved, setSolved] = useState<number | null>(null)
  const send = async (fields: RegisterFields) => {
    if (!site) throw new Error('用户协议还没有加载，请检查网络后重试')
    const input = registration(fields, site.agreementVersion)
    try {
      await withChallenge((challenge) => register.mutateAsync({ ...input, challenge }), setSolved)
    } catch (error) {
      if (isOutdatedAgreement(error)) {
        untick()
        await client.invalidateQueries({ queryKey: siteInfoQuery().queryKey })
      }
      throw error
    } finally {
      setSolved(null)
    }
  }
  return { site, send, solved }
}
