import { formatDateTime } from '@ce/client/format.ts'
import type { Consents } from '@ce/client/privacy.ts'
import { Dated } from '@ce/ui/Dated.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import type { ReactNode } from 'react'
import type { RowLook } from './row-look.ts'
import {
  agreementState,
  agreementText,
  agreementWay,
  consentWords,
  examConsentState,
  noCamera,
  rulesVersion,
} from './words.ts'

interface ConsentListsProps {
  consents: Consents
  look: RowLook
  /** takes the camera back, where there is something to take back */
  withdraw: ReactNode
}

/** What one agreed to, which version, when; and the way to take the camera back. */
export function ConsentLists({ consents, look, withdraw }: ConsentListsProps) {
  const { exams, cameraAllowed, cameraWithdrawnAt } = consents
  return (
    <>
      <h3>协议</h3>
      <Agreements consents={consents} look={look} />
      <h3>摄像头核验</h3>
      <p className={look.text}>{consentWords.camera}</p>
      {exams.length > 0 && (
        <ul className={look.rows}>
          {exams.map((exam) => {
            const { courseTitle, year, mode, version, at } = exam
            const { label, kind } = examConsentState(exam)
            return (
              <li key={`${courseTitle} ${at} ${mode}`}>
                <div>
                  {year} 年度 {courseTitle}
                  <p className={look.quiet}>
                    <Dated>
                      {formatDateTime(at)}，{rulesVersion(version)}
                    </Dated>
                  </p>
                </div>
                <StatusMark kind={kind}>{label}</StatusMark>
              </li>
            )
          })}
        </ul>
      )}
      {cameraAllowed ? withdraw : <p className={look.quiet}>{noCamera(cameraWithdrawnAt)}</p>}
    </>
  )
}

function Agreements({
  consents: { agreements },
  look,
}: Pick<ConsentListsProps, 'consents' | 'look'>) {
  if (agreements.length === 0) return <p className={look.text}>{consentWords.none}</p>
  return (
    <ul className={look.rows}>
      {agreements.map((agreement) => {
        const { document, version, at } = agreement
        const { label, kind } = agreementState(agreement)
        return (
          <li key={`${document} ${version} ${at}`}>
            <div>
              {agreementText(agreement)}
              <p className={look.quiet}>
                <Dated>
                  {formatDateTime(at)}，{agreementWay(agreement)}
                </Dated>
              </p>
            </div>
            <StatusMark kind={kind}>{label}</StatusMark>
          </li>
        )
      })}
    </ul>
  )
}
