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
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button, Card, Modal } from 'antd'
import { useState } from 'react'
import classes from './Privacy.module.css'

/** What one agreed to, which version, when; and the camera taken back. */
export function ConsentsCard() {
  const query = useQuery(consentsQuery())
  return (
    <Card title={<h2>同意与授权</h2>}>
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
    </Card>
  )
}

function Agreements({ consents: { agreements } }: { consents: Consents }) {
  if (agreements.length === 0) return <p className={classes.text}>{consentWords.none}</p>
  return (
    <ul className={classes.rows}>
      {agreements.map((agreement) => {
        const { document, version, at } = agreement
        const { label, kind } = agreementState(agreement)
        return (
          <li key={`${document} ${version} ${at}`}>
            <div>
              {agreementText(agreement)}
              <div className={classes.small}>{formatDateTime(at)} 同意</div>
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
  const [asking, setAsking] = useState(false)
  return (
    <>
      <p className={classes.text}>{consentWords.camera}</p>
      {exams.length > 0 && (
        <ul className={classes.rows}>
          {exams.map((exam) => {
            const { courseTitle, year, mode, version, at } = exam
            const { label, kind } = examConsentState(exam)
            return (
              <li key={`${courseTitle} ${at} ${mode}`}>
                <div>
                  {year} 年度 {courseTitle}
                  <div className={classes.small}>
                    {formatDateTime(at)}，考试须知 {version} 版
                  </div>
                </div>
                <StatusMark kind={kind}>{label}</StatusMark>
              </li>
            )
          })}
        </ul>
      )}
      {cameraAllowed ? (
        <Button onClick={() => setAsking(true)}>{consentWords.withdraw}</Button>
      ) : (
        <p className={classes.small}>{noCamera(cameraWithdrawnAt)}</p>
      )}
      {asking && <WithdrawDialog onClose={() => setAsking(false)} />}
    </>
  )
}

function WithdrawDialog({ onClose }: { onClose: () => void }) {
  const withdraw = useWithdrawCamera()
  const [open, setOpen] = useState(true)
  return (
    <Modal
      open={open}
      title={consentWords.question.title}
      okText={consentWords.question.ok}
      confirmLoading={withdraw.isPending}
      onOk={() => withdraw.mutate({}, { onSuccess: () => setOpen(false) })}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
    >
      {consentWords.question.text}
    </Modal>
  )
}
