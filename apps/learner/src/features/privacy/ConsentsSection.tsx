import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { formatDateTime } from '@ce/client/format.ts'
import { consentsQuery, type StudentConsents, useWithdrawCameraConsent } from '@ce/client/privacy.ts'
import { legalTextConsentLabels, legalTextTitles } from '@ce/contract/legal-text'
import { Button } from '@ce/ui/Button.tsx'
import { DatedText } from '@ce/ui/Dated.tsx'
import { ConfirmDialog } from '@ce/ui/Dialog.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import card from '../../components/card.module.css'
import classes from './Privacy.module.css'

export function ConsentsSection() {
  const query = useQuery(consentsQuery())
  return (
    <section className={card.card} aria-labelledby="consents">
      <h2 id="consents">同意与授权</h2>
      <QueryContent query={query} skeleton={<Skeleton shape={['line', 'line']} />}>
        {({ agreements, exams, cameraAllowed, cameraWithdrawnAt }) => (
          <>
            <h3>协议</h3>
            <Agreements agreements={agreements} />
            <h3>摄像头核验</h3>
            <p>
              每门课程考试前单独征求您的同意。撤回之后，以后的考试改为人工核验；正在进行的考试不变，已拍的照片照常在到期日删除。
            </p>
            <Exams exams={exams} />
            {cameraAllowed ? (
              <WithdrawCamera />
            ) : (
              <p className={card.quiet}>
                {cameraWithdrawnAt
                  ? `已于 ${formatDateTime(cameraWithdrawnAt)} 撤回；下次考试选择摄像头核验即为重新同意。`
                  : '目前没有有效的摄像头核验同意。'}
              </p>
            )}
          </>
        )}
      </QueryContent>
    </section>
  )
}

const documents: Readonly<Record<string, string>> = legalTextTitles

function Agreements({ agreements }: Pick<StudentConsents, 'agreements'>) {
  if (agreements.length === 0) return <p>还没有同意的记录。</p>
  return (
    <ul className={classes.rows}>
      {agreements.map(({ document, version, at, way, current }) => (
        <li key={`${document} ${version} ${at}`}>
          <div>
            《{documents[document] ?? document}》{version} 版
            <p className={card.quiet}>
              <DatedText>{`${formatDateTime(at)}，${legalTextConsentLabels[way]}`}</DatedText>
            </p>
          </div>
          <StatusMark kind={current ? 'done' : 'locked'}>{current ? '现行版本' : '已有新版本'}</StatusMark>
        </li>
      ))}
    </ul>
  )
}

const modes = { CAMERA: '摄像头核验', MANUAL: '人工核验' } as const

function Exams({ exams }: Pick<StudentConsents, 'exams'>) {
  if (exams.length === 0) return null
  return (
    <ul className={classes.rows}>
      {exams.map(({ courseTitle, year, mode, version, at, counts }) => (
        <li key={`${courseTitle} ${at} ${mode}`}>
          <div>
            {year} 年度 {courseTitle}
            <p className={card.quiet}>
              <DatedText>{`${formatDateTime(at)}，${rulesVersion(version)}`}</DatedText>
            </p>
          </div>
          <StatusMark kind={counts ? 'done' : 'locked'}>
            {modes[mode]}
            {!counts && '（已改变）'}
          </StatusMark>
        </li>
      ))}
    </ul>
  )
}

/**
 * Formats the version of accepted exam rules. Newer versions also contain the number of days for which pictures are
 * stored.
 */
function rulesVersion(version: string): string {
  const [text, days] = version.split('/')
  return `考试须知 ${text} 版${days ? `，照片保存 ${days} 天` : ''}`
}

const withdrawWords = {
  title: '撤回摄像头核验的同意？',
  text: '以后的考试将由工作人员人工核验，成绩照常有效；核验不通过的会作废。考试前仍可以重新选择摄像头核验。',
  ok: '撤回同意',
  cancel: '取消',
}

function WithdrawCamera() {
  const withdraw = useWithdrawCameraConsent()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button kind="quiet" className={classes.act} onClick={() => setAsking(true)}>
        撤回摄像头核验的同意
      </Button>
      <ConfirmDialog
        open={asking}
        words={withdrawWords}
        onOk={() =>
          withdraw.mutateAsync({}).then(
            () => void showNotice({ kind: 'success', title: '已撤回摄像头核验的同意' }),
            () => undefined,
          )
        }
        onClose={() => setAsking(false)}
      />
    </>
  )
}
