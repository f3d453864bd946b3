import { formatDateTime } from '@ce/client/format.ts'
import { type Consents, consentsQuery, useWithdrawCamera } from '@ce/client/privacy.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button, Card, Modal } from 'antd'
import { useState } from 'react'
import classes from './Privacy.module.css'

const documents: Readonly<Record<string, string>> = { AGREEMENT: '用户协议', PRIVACY: '隐私政策' }
const modes = { CAMERA: '摄像头核验', MANUAL: '人工核验' } as const

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
  if (agreements.length === 0)
    return <p className={classes.text}>没有网上签署的记录：您的账号是由工作人员登记的。</p>
  return (
    <ul className={classes.rows}>
      {agreements.map(({ document, version, at, current }) => (
        <li key={`${document} ${version} ${at}`}>
          <div>
            《{documents[document] ?? document}》{version} 版
            <div className={classes.small}>{formatDateTime(at)} 同意</div>
          </div>
          <StatusMark kind={current ? 'done' : 'locked'}>
            {current ? '现行版本' : '已有新版本'}
          </StatusMark>
        </li>
      ))}
    </ul>
  )
}

function Camera({ consents }: { consents: Consents }) {
  const { exams, cameraAllowed, cameraWithdrawnAt } = consents
  const [asking, setAsking] = useState(false)
  return (
    <>
      <p className={classes.text}>
        每门课程考试前单独征求您的同意。撤回之后，以后的考试改为人工核验；正在进行的考试不变，已拍的照片照常在到期日删除。
      </p>
      {exams.length > 0 && (
        <ul className={classes.rows}>
          {exams.map(({ courseTitle, year, mode, version, at, counts }) => (
            <li key={`${courseTitle} ${at} ${mode}`}>
              <div>
                {year} 年度 {courseTitle}
                <div className={classes.small}>
                  {formatDateTime(at)}，考试须知 {version} 版
                </div>
              </div>
              <StatusMark kind={counts ? 'done' : 'locked'}>
                {modes[mode]}
                {counts ? '' : '（已改变）'}
              </StatusMark>
            </li>
          ))}
        </ul>
      )}
      {cameraAllowed ? (
        <Button onClick={() => setAsking(true)}>撤回摄像头核验的同意</Button>
      ) : (
        <p className={classes.small}>
          {cameraWithdrawnAt
            ? `已于 ${formatDateTime(cameraWithdrawnAt)} 撤回；下次考试选择摄像头核验即为重新同意。`
            : '目前没有有效的摄像头核验同意。'}
        </p>
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
      title="撤回摄像头核验的同意？"
      okText="撤回同意"
      confirmLoading={withdraw.isPending}
      onOk={() => withdraw.mutate({}, { onSuccess: () => setOpen(false) })}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
    >
      以后的考试将由工作人员人工核验，成绩在核验后才最终有效。考试前仍可以重新选择摄像头核验。
    </Modal>
  )
}
