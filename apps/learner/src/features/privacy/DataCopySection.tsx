import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { formatBytes, formatDateTime } from '@ce/client/format.ts'
import { type DataCopy, dataCopiesQuery, useRequestDataCopy } from '@ce/client/privacy.ts'
import { randomUuid } from '@ce/client/uuid.ts'
import { digestPassword } from '@ce/contract/password'
import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { DatedText } from '@ce/ui/Dated.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { FieldsForm } from '@ce/ui/form/FieldsForm.tsx'
import { PasswordField } from '@ce/ui/form/inputs.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { type StatusKind, StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import card from '../../components/card.module.css'
import { ownPasswordField, ownPasswordProblem } from '../../form/own-password.ts'
import { useFields } from '../../form/use-fields.ts'
import classes from './Privacy.module.css'

export function DataCopySection() {
  const query = useQuery(dataCopiesQuery())
  const [asking, setAsking] = useState(false)
  return (
    <section className={card.card} aria-labelledby="copy">
      <h2 id="copy">个人信息副本</h2>
      <p>
        平台保存的与您有关的全部信息，打包成一个 ZIP：可直接打开阅读的网页，和同样内容的数据文件。
        包括资料、协议、学习与考试、学时台账、减免、订单、发票、消息、证明和安全日志，以及您上传的头像、减免和更正的佐证材料。
      </p>
      <QueryContent query={query} skeleton={<Skeleton shape={['line', 'line']} />}>
        {({ list, left }) => (
          <>
            {list.length > 0 && (
              <ul className={classes.rows} aria-live="polite">
                {list.map((copy) => (
                  <Copy key={copy.id} copy={copy} />
                ))}
              </ul>
            )}
            <Button
              className={classes.act}
              disabled={left === 0 || list.some(({ state }) => state === 'MAKING')}
              onClick={() => setAsking(true)}
            >
              申请副本
            </Button>
            <p className={card.quiet}>
              {left === 0 ? '24 小时内的次数已用完，请稍后再来。' : `需要登录密码；24 小时内还可以申请 ${left} 次。`}
            </p>
          </>
        )}
      </QueryContent>
      {asking && <CopyDialog onClose={() => setAsking(false)} />}
    </section>
  )
}

const states: Readonly<Record<DataCopy['state'], { label: string; kind: StatusKind }>> = {
  MAKING: { label: '正在整理，通常不到一分钟', kind: 'doing' },
  READY: { label: '可以下载', kind: 'done' },
  GONE: { label: '已到期删除', kind: 'locked' },
  FAILED: { label: '没有做成，请重新申请', kind: 'error' },
}

function Copy({ copy: { state, askedAt, deletedOn, url, size } }: { copy: DataCopy }) {
  const { label, kind } = states[state]
  const asked = formatDateTime(askedAt)
  const gone = state === 'READY' && deletedOn ? `，${formatDateTime(deletedOn)} 自动删除` : ''
  return (
    <li>
      <div>
        <StatusMark kind={kind}>{label}</StatusMark>
        <p className={card.quiet}>
          <DatedText>{`${asked} 申请${gone}`}</DatedText>
        </p>
      </div>
      {url && (
        <a className={buttonClass('quiet')} download href={url} aria-label={`下载 ${asked} 申请的副本`}>
          下载（{formatBytes(size ?? 0)}）
        </a>
      )}
    </li>
  )
}

/** Asks for the password, which proves that the account's owner requests the copy. */
function CopyDialog({ onClose }: { onClose: () => void }) {
  // Keep the id, so that a repeated press sends the same request.
  const [id] = useState(randomUuid)
  const ask = useRequestDataCopy()
  const fields = useFields({ password: '' }, { password: ownPasswordProblem })
  const send = async ({ password }: typeof fields.values) => {
    await ask.mutateAsync({ id, password: digestPassword(password) })
    showNotice({
      kind: 'success',
      title: '正在整理副本',
      text: '备好后这里可以下载，也会发站内消息。',
    })
    onClose()
  }
  return (
    <Dialog form open title="申请个人信息副本" onClose={onClose}>
      <FieldsForm fields={fields} action="申请" submit={send}>
        <p>副本里有完整的证件号、手机号等信息。请只在自己的设备上下载，不要转发给他人。</p>
        <PasswordField of={fields} {...ownPasswordField} />
      </FieldsForm>
    </Dialog>
  )
}
