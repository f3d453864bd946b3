import { formatDateTime } from '@ce/client/format.ts'
import { type Consents, consentsQuery, useWithdrawCamera } from '@ce/client/privacy.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import {
  agreementState,
  agreementText,
  consentWords,
  examConsentState,
  noCamera,
} from '@ce/frame/student/privacy/words.ts'
import { Button } from '@ce/ui/Button.tsx'
import { Dated } from '@ce/ui/Dated.tsx'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AskSheet } from '../../components/AskSheet.tsx'
import card from '../../components/card.module.css'
import classes from './Privacy.module.css'

/** What one agreed to, which version, when; and the camera taken back. */
export function ConsentsPart() {
  const query = useQuery(consentsQuery())
  return (
    <section className={card.card} aria-labelledby="consents">
      <h2 id="consents">同意与授权</h2>
      <Loaded query={query} skeleton={<Skeleton shape={['line', 'line']} />}>
        {(consents) => (
          <>
            <h3>协议</h3>
            <Agreements consents={consents} />
            <h3>摄像头核验</h3>
            <Camera consents={consents} />
          </>
        )}
      </Loaded>
    </section>
  )
}

function Agreements({ consents: { agreements } }: { consents: Consents }) {
  if (agreements.length === 0) return <p>{consentWords.none}</p>
  return (
    <ul className={classes.rows}>
      {agreements.map((agreement) => {
        const { document, version, at } = agreement
        const { label, kind } = agreementState(agreement)
        return (
          <li key={`${document} ${version} ${at}`}>
            <div>
              {agreementText(agreement)}
              <p className={card.quiet}>
                <Dated>{formatDateTime(at)} 同意</Dated>
              </p>
            </div>
            <StatusMark kind={kind}>{label}</StatusMark>
          </li>
        )
      })}
    </ul>
  )
}

function Camera({ consents }: { consents: Consents }) {
  const { exams, cameraAllowed, cameraWithdrawnAt } = consents
  const withdraw = useWithdrawCamera()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <p>{consentWords.camera}</p>
      {exams.length > 0 && (
        <ul className={classes.rows}>
          {exams.map((exam) => {
            const { courseTitle, year, mode, version, at } = exam
            const { label, kind } = examConsentState(exam)
            return (
              <li key={`${courseTitle} ${at} ${mode}`}>
                <div>
                  {year} 年度 {courseTitle}
                  <p className={card.quiet}>
                    <Dated>
                      {formatDateTime(at)}，考试须知 {version} 版
                    </Dated>
                  </p>
                </div>
                <StatusMark kind={kind}>{label}</StatusMark>
              </li>
            )
          })}
        </ul>
      )}
      {cameraAllowed ? (
        <Button kind="quiet" onClick={() => setAsking(true)}>
          {consentWords.withdraw}
        </Button>
      ) : (
        <p className={card.quiet}>{noCamera(cameraWithdrawnAt)}</p>
      )}
      {asking && (
        <AskSheet
          words={consentWords.question}
          // the refusal has been shown
          onOk={() => withdraw.mutateAsync({}).catch(() => undefined)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
