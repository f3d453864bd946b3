import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { formatDateTime } from '@ce/client/format.ts'
import { type LegalTextKind, type LegalTextVersion, legalTextsQuery } from '@ce/client/staff/first_page.ts'
import { useStaffSession } from '@ce/client/staff-session.ts'
import { legalTextTitles } from '@ce/contract/legal-text'
import { EmptyState } from '@ce/ui/States.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Tabs } from 'antd'
import { useState } from 'react'
import { StaffName } from '../../components/StaffName.tsx'
import { useUrlFilters } from '../../kit/list/use-url-filters.ts'
import { PageHeader } from '../../kit/PageHeader.tsx'
import classes from './desks.module.css'
import { legalTextStateMark } from './legal-text-labels.ts'
import { NewLegalTextForm } from './NewTextForm.tsx'
import { LegalTextParagraphs } from './Paragraphs.tsx'
import { type LegalTextAction, LegalTextDialog } from './TextDialog.tsx'

/** Lists all versions of the legal texts, because people accepted them. */
export function LegalTextsPage() {
  const { get, set } = useUrlFilters()
  const kind: LegalTextKind = get('kind') === 'PRIVACY' ? 'PRIVACY' : 'AGREEMENT'
  return (
    <>
      <PageHeader title="协议文本">
        学员同意后才能使用平台的用户协议和隐私政策。新版本由一人提交、另一人审核，到生效日起适用；生效过的版本永远保留，所有人都能查阅。
      </PageHeader>
      <Tabs
        activeKey={kind}
        onChange={(key) => set({ kind: key === 'PRIVACY' ? key : undefined })}
        items={(['AGREEMENT', 'PRIVACY'] as const).map((key) => ({
          key,
          label: legalTextTitles[key],
          children: key === kind && <Versions key={kind} kind={kind} />,
        }))}
      />
    </>
  )
}

function Versions({ kind }: { kind: LegalTextKind }) {
  const query = useQuery(legalTextsQuery(kind))
  const [writing, setWriting] = useState(false)
  return (
    <QueryContent query={query}>
      {(texts) =>
        writing ? (
          <NewLegalTextForm kind={kind} texts={texts} onClose={() => setWriting(false)} />
        ) : (
          <>
            {texts.some(({ state }) => state === 'PROPOSED') ? (
              <Alert type="info" showIcon title="有一个版本在等待审核，审核或撤回之后才能提交新版本。" />
            ) : (
              <Button type="primary" onClick={() => setWriting(true)}>
                起草新版本
              </Button>
            )}
            {texts.length === 0 ? (
              <EmptyState title={`还没有${legalTextTitles[kind]}`}>
                第一个版本通过审核、到生效日之后，学员须阅读并同意才能使用平台。
              </EmptyState>
            ) : (
              <VersionList kind={kind} texts={texts} />
            )}
          </>
        )
      }
    </QueryContent>
  )
}

function VersionList({ kind, texts }: { kind: LegalTextKind; texts: LegalTextVersion[] }) {
  const [asked, setAsked] = useState<{ act: LegalTextAction; text: LegalTextVersion } | null>(null)
  return (
    <>
      <ul className={classes.versions}>
        {texts.map((text, index) => (
          <li key={`${text.version} ${text.proposedAt}`} className={classes.version}>
            <details open={index === 0}>
              <summary>
                <h2>版本 {text.version}</h2>
                <StatusMark kind={legalTextStateMark(text).kind}>{legalTextStateMark(text).label}</StatusMark>
                <span className={classes.meta}>
                  {text.state === 'APPROVED' ? '自' : '拟自'} {text.effectiveFrom} 起生效
                </span>
                {text.state === 'APPROVED' && <span className={classes.meta}>{text.accepted} 人已同意</span>}
              </summary>
              <History text={text} />
              <Acts text={text} choose={(act) => setAsked({ act, text })} />
              <LegalTextParagraphs of={text.paragraphs} />
            </details>
          </li>
        ))}
      </ul>
      {asked && <LegalTextDialog kind={kind} {...asked} onClose={() => setAsked(null)} />}
    </>
  )
}

function History({ text }: { text: LegalTextVersion }) {
  const { summary, graceDays, proposedBy, proposedAt, decidedBy, decidedAt, decideReason } = text
  const { withdrawnBy, withdrawnAt, withdrawReason } = text
  return (
    <div className={classes.history}>
      {summary && <p>修改说明：{summary}</p>}
      {graceDays > 0 && <p>宽限：已缴费、正在学习的学员可延后 {graceDays} 天同意</p>}
      <p className={classes.meta}>
        <StaffName actor={proposedBy} /> 提交于 {formatDateTime(proposedAt)}
      </p>
      {decidedBy && decidedAt && decidedBy !== proposedBy && (
        <p className={classes.meta}>
          <StaffName actor={decidedBy} /> {text.state === 'REFUSED' ? '驳回' : '通过'}于 {formatDateTime(decidedAt)}
          {decideReason && `：${decideReason}`}
        </p>
      )}
      {withdrawnBy && withdrawnAt && (
        <p className={classes.meta}>
          <StaffName actor={withdrawnBy} /> 撤回于 {formatDateTime(withdrawnAt)}：{withdrawReason}
        </p>
      )}
    </div>
  )
}

function Acts({ text, choose }: { text: LegalTextVersion; choose: (act: LegalTextAction) => void }) {
  const me = useStaffSession()?.me.username
  if (text.state === 'PROPOSED')
    return text.proposedBy === me ? (
      <div className={classes.acts}>
        <Button onClick={() => choose('WITHDRAW')}>撤回…</Button>
        <span className={classes.meta}>须由另一名工作人员审核</span>
      </div>
    ) : (
      <div className={classes.acts}>
        <Button type="primary" onClick={() => choose('APPROVE')}>
          通过…
        </Button>
        <Button onClick={() => choose('REFUSE')}>驳回…</Button>
      </div>
    )
  if (text.phase !== 'COMING') return null
  return (
    <div className={classes.acts}>
      <Button danger onClick={() => choose('WITHDRAW')}>
        撤回…
      </Button>
    </div>
  )
}
