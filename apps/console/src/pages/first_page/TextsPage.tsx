import { Loaded } from '@ce/client/components/Loaded.tsx'
import { formatDateTime } from '@ce/client/format.ts'
import { type SiteText, type TextKind, textsQuery } from '@ce/client/staff/first_page.ts'
import { useStaffSession } from '@ce/client/staff-session.ts'
import { textTitles } from '@ce/contract/legal-text'
import { EmptyState } from '@ce/ui/States.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Tabs } from 'antd'
import { useState } from 'react'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import { Who } from '../../components/Who.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import classes from './desks.module.css'
import { NewTextForm } from './NewTextForm.tsx'
import { Paragraphs } from './Paragraphs.tsx'
import { type TextAct, TextDialog } from './TextDialog.tsx'
import { lookOf } from './text-states.ts'

/** The user agreement and the privacy policy, each in its versions; older ones stay, people agreed to them. */
export function TextsPage() {
  const { get, set } = useUrlFilters()
  const kind: TextKind = get('kind') === 'PRIVACY' ? 'PRIVACY' : 'AGREEMENT'
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
          label: textTitles[key],
          children: key === kind && <Versions key={kind} kind={kind} />,
        }))}
      />
    </>
  )
}

function Versions({ kind }: { kind: TextKind }) {
  const query = useQuery(textsQuery(kind))
  const [writing, setWriting] = useState(false)
  return (
    <Loaded query={query}>
      {(texts) =>
        writing ? (
          <NewTextForm kind={kind} texts={texts} onClose={() => setWriting(false)} />
        ) : (
          <>
            {texts.some(({ state }) => state === 'PROPOSED') ? (
              <Alert
                type="info"
                showIcon
                title="有一个版本在等待审核，审核或撤回之后才能提交新版本。"
              />
            ) : (
              <Button type="primary" onClick={() => setWriting(true)}>
                起草新版本
              </Button>
            )}
            {texts.length === 0 ? (
              <EmptyState title={`还没有${textTitles[kind]}`}>
                第一个版本通过审核、到生效日之后，学员须阅读并同意才能使用平台。
              </EmptyState>
            ) : (
              <VersionList kind={kind} texts={texts} />
            )}
          </>
        )
      }
    </Loaded>
  )
}

function VersionList({ kind, texts }: { kind: TextKind; texts: SiteText[] }) {
  const [asked, setAsked] = useState<{ act: TextAct; text: SiteText } | null>(null)
  return (
    <>
      <ul className={classes.versions}>
        {texts.map((text, index) => (
          <li key={`${text.version} ${text.proposedAt}`} className={classes.version}>
            <details open={index === 0}>
              <summary>
                <h2>版本 {text.version}</h2>
                <StatusMark kind={lookOf(text).kind}>{lookOf(text).label}</StatusMark>
                <span className={classes.meta}>
                  {text.state === 'APPROVED' ? '自' : '拟自'} {text.effectiveFrom} 起生效
                </span>
                {text.state === 'APPROVED' && (
                  <span className={classes.meta}>{text.accepted} 人已同意</span>
                )}
              </summary>
              <History text={text} />
              <Acts text={text} choose={(act) => setAsked({ act, text })} />
              <Paragraphs of={text.paragraphs} />
            </details>
          </li>
        ))}
      </ul>
      {asked && <TextDialog kind={kind} {...asked} onClose={() => setAsked(null)} />}
    </>
  )
}

/** Who did what, why, and what learners read of the change. */
function History({ text }: { text: SiteText }) {
  const { summary, graceDays, proposedBy, proposedAt, decidedBy, decidedAt, decideReason } = text
  const { withdrawnBy, withdrawnAt, withdrawReason } = text
  return (
    <div className={classes.history}>
      {summary && <p>修改说明：{summary}</p>}
      {graceDays > 0 && <p>宽限：已缴费、正在学习的学员可延后 {graceDays} 天同意</p>}
      <p className={classes.meta}>
        <Who actor={proposedBy} /> 提交于 {formatDateTime(proposedAt)}
      </p>
      {decidedBy && decidedAt && decidedBy !== proposedBy && (
        <p className={classes.meta}>
          <Who actor={decidedBy} /> {text.state === 'REFUSED' ? '驳回' : '通过'}于{' '}
          {formatDateTime(decidedAt)}
          {decideReason && `：${decideReason}`}
        </p>
      )}
      {withdrawnBy && withdrawnAt && (
        <p className={classes.meta}>
          <Who actor={withdrawnBy} /> 撤回于 {formatDateTime(withdrawnAt)}：{withdrawReason}
        </p>
      )}
    </div>
  )
}

/** What whoever is at the desk may do with a version. */
function Acts({ text, choose }: { text: SiteText; choose: (act: TextAct) => void }) {
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
