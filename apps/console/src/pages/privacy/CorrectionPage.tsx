import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { formatDateTime } from '@ce/client/format.ts'
import { type CorrectionRequest, correctionQuery } from '@ce/client/staff/privacy.ts'
import { idTypeNames } from '@ce/contract/id-paper'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Card, Descriptions } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { BackLink } from '../../components/BackLink.tsx'
import cards from '../../components/cards.module.css'
import { ListNeighbourLinks } from '../../components/ListNeighbours.tsx'
import { useQueueKeys, useQueueKeysEnabled } from '../../components/queue-keys.ts'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import classes from './Correction.module.css'
import { type CorrectionDecision, CorrectionDecisionDialog } from './CorrectionDecisionDialog.tsx'
import { correctionFieldLabels, correctionShortcutText, correctionStateLabels } from './labels.ts'

export function CorrectionPage() {
  const { id = '' } = useParams()
  const query = useQuery(correctionQuery(id))
  const [keys, setKeys] = useQueueKeysEnabled()
  return (
    <>
      <PageHeader title="更正申请" actions={<BackLink to={paths.corrections()}>返回更正申请</BackLink>}>
        这里显示完整的号码，查看写入操作日志。
      </PageHeader>
      <ListNeighbourLinks
        list={paths.corrections()}
        pathOf={paths.correction}
        id={id}
        label="更正申请列表"
        unit="份"
        own={query.data ? correctionShortcutText(query.data) : ''}
        keys={keys}
        onKeys={setKeys}
      />
      <QueryContent query={query}>{(request) => <Request key={id} request={request} keys={keys} />}</QueryContent>
    </>
  )
}

function Request({ request, keys }: { request: CorrectionRequest; keys: boolean }) {
  const [decision, setDecision] = useState<CorrectionDecision | null>(null)
  const { field, state, renewsProof, takenBy } = request
  const decide = (word: CorrectionDecision) => (state === 'OPEN' ? () => setDecision(word) : undefined)
  useQueueKeys(keys, { a: takenBy ? undefined : decide('APPROVED'), r: decide('REFUSED') })
  return (
    <Card
      title={
        <h2 className={classes.title}>
          {request.studentName} · {correctionFieldLabels[field]}
        </h2>
      }
      extra={<StatusMark kind={correctionStateLabels[state].kind}>{correctionStateLabels[state].label}</StatusMark>}
    >
      <div className={cards.page}>
        <Descriptions column={1} size="small" items={itemsOf(request)} />
        <Evidence request={request} />
        {state === 'OPEN' && (
          <>
            {takenBy && <Taken by={takenBy} field={field} />}
            {renewsProof && !takenBy && (
              <Alert
                type="info"
                showIcon
                title="该学员有有效的学时证明：同意后原证明撤销，按更正后的内容换发新编号。"
              />
            )}
            <p className={classes.buttons}>
              <Button
                type="primary"
                disabled={takenBy !== null}
                aria-keyshortcuts={keys && !takenBy ? 'A' : undefined}
                onClick={() => setDecision('APPROVED')}
              >
                同意更正…
              </Button>
              <Button danger aria-keyshortcuts={keys ? 'R' : undefined} onClick={() => setDecision('REFUSED')}>
                不同意…
              </Button>
            </p>
          </>
        )}
      </div>
      {decision && <CorrectionDecisionDialog request={request} decision={decision} onClose={() => setDecision(null)} />}
    </Card>
  )
}

interface TakenProps {
  by: NonNullable<CorrectionRequest['takenBy']>
  field: CorrectionRequest['field']
}

function Taken({ by, field }: TakenProps) {
  return (
    <Alert
      type="warning"
      showIcon
      title={`申请的${correctionFieldLabels[field]}已登记在另一个账号上，现在不能同意`}
      description={
        <>
          现登记在{' '}
          <Link to={paths.student(by.id)}>
            {by.name}（{by.phoneMasked}）
          </Link>{' '}
          的账号上。是同一个人：到该学员页申请合并账号，不必更正。不是同一个人：请核对双方证件原件；对方填错的，先更正对方的资料再同意；本人填错的，不同意并说明原因。
        </>
      }
    />
  )
}

function itemsOf(request: CorrectionRequest) {
  const { studentId, studentName, phoneMasked, idType, before, wanted, reason, askedAt } = request
  const { settledAt, decidedBy, note } = request
  return [
    {
      key: 'student',
      label: '学员',
      children: (
        <Link to={paths.student(studentId)}>
          {studentName}（{phoneMasked}）
        </Link>
      ),
    },
    { key: 'before', label: '现在登记', children: before || '—' },
    { key: 'wanted', label: '申请更正为', children: <strong>{wanted}</strong> },
    ...(idType ? [{ key: 'idType', label: '证件类型', children: idTypeNames[idType] }] : []),
    { key: 'reason', label: '原因', children: reason },
    { key: 'asked', label: '申请时间', children: formatDateTime(askedAt) },
    ...(settledAt
      ? [
          {
            key: 'settled',
            label: '办结',
            children: `${formatDateTime(settledAt)} ${decidedBy ?? '学员撤回'}${note ? `：${note}` : ''}`,
          },
        ]
      : []),
  ]
}

function Evidence({ request: { evidence } }: { request: CorrectionRequest }) {
  if (!evidence) return <p>没有上传佐证材料。</p>
  if (!evidence.url) return <p>佐证材料“{evidence.name}”已到期删除。</p>
  const link = (
    <a href={evidence.url} target="_blank" rel="noopener">
      {evidence.name}
    </a>
  )
  return (
    <figure className={classes.evidence}>
      {evidence.mime.startsWith('image/') && <img src={evidence.url} alt="佐证材料" />}
      <figcaption>佐证材料：{link}</figcaption>
    </figure>
  )
}
