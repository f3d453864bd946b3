import { QueryContent } from '@ce/client/components/Loaded.tsx'
import {
  type PapersWithQuestion,
  papersWithQuestionQuery,
  type RegradeKind,
  type RegradeOutcome,
  type RegradePreview,
  regradePreviewQuery,
  regradesQuery,
  useProposeRegrade,
} from '@ce/client/staff/exam.ts'
import { randomUuid } from '@ce/client/uuid.ts'
import { examProposeRegradeLimits } from '@ce/contract/generated/staff-limits'
import { regradeOutcomeNames } from '@ce/contract/regrade-outcomes'
import { showNotice } from '@ce/ui/notices.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Checkbox, Radio } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { BackLink } from '../../components/BackLink.tsx'
import { CardSection } from '../../components/CardSection.tsx'
import cards from '../../components/cards.module.css'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { TextItem } from '../../kit/FormItems.tsx'
import { scopeFilter } from '../../kit/list/filters.ts'
import { defineList, List, useList } from '../../kit/list/List.tsx'
import { useUrlFilters } from '../../kit/list/use-url-filters.ts'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import classes from './ExamDesk.module.css'
import { RegradeCountsPanel } from './RegradeCountsSummary.tsx'
import { RegradeExportButton, regradePaperColumns } from './RegradeExportButton.tsx'
import { regradeKindTexts } from './regrade-labels.ts'

export function RegradeQuestionPage() {
  const { id = '' } = useParams()
  const query = useQuery(papersWithQuestionQuery(id))
  return (
    <>
      <PageHeader title="重新评分" actions={<BackLink to={paths.examsTab('regrades')}>返回重新评分</BackLink>}>
        先预览谁的成绩会变，再由一人申请、另一人复核；复核通过后在后台逐份处理，成绩有变化的学员会收到消息。
      </PageHeader>
      <QueryContent query={query}>{(held) => <Desk key={id} held={held} />}</QueryContent>
    </>
  )
}

function Desk({ held }: { held: PapersWithQuestion }) {
  const { question, finished, running } = held
  const { get, set } = useUrlFilters()
  const kind = (Object.keys(regradeKindTexts) as RegradeKind[]).find((one) => one === get('kind'))
  const losePass = get('lose') === '1'
  const { data: all } = useQuery(regradesQuery({ questionId: question.id, page: 1, pageSize: 20 }))
  const open = all?.list.find(({ state }) => state === 'WAITING' || state === 'RUNNING')
  return (
    <div className={cards.page}>
      <CardSection id="question" title={`${question.courseTitle}第 ${question.no} 号`}>
        <p className={classes.words}>{question.stem}</p>
        <ul>
          {question.options.map(({ id, text }) => (
            <li key={id} className={classes.words}>
              {text}
              {question.answer.includes(id) && <strong>（现在的正确答案）</strong>}
            </li>
          ))}
        </ul>
        <p className={cards.hint}>
          {finished + running} 份答卷含有此题，其中 {running} 份正在考试。
          {question.enabled ? '试题在用。' : '试题已停用。'}
        </p>
        <div className={cards.buttons}>
          <BackLink to={paths.question(question.id)}>查看试题</BackLink>
        </div>
      </CardSection>
      {open ? (
        <Alert
          type="info"
          showIcon
          title="这道题已有一项重新评分在复核或处理"
          action={<BackLink to={paths.regrade(open.id)}>去查看</BackLink>}
        />
      ) : (
        <CardSection id="how" title="怎样更正">
          <Radio.Group aria-label="怎样更正" value={kind} onChange={({ target }) => set({ kind: target.value })}>
            {(Object.keys(regradeKindTexts) as RegradeKind[]).map((one) => (
              <div key={one}>
                <Radio value={one}>
                  {regradeKindTexts[one].name}
                  <span className={classes.minor}>{regradeKindTexts[one].hint}</span>
                </Radio>
              </div>
            ))}
          </Radio.Group>
          <Checkbox checked={losePass} onChange={({ target }) => set({ lose: target.checked ? '1' : undefined })}>
            允许取消合格
            <span className={classes.minor}>
              不勾选时，已合格的学员保留合格与原来的分数。勾选后须写明理由：学时冲销，证明撤销。
            </span>
          </Checkbox>
        </CardSection>
      )}
      {!open && kind && (
        <Previewed key={`${kind} ${losePass}`} questionId={question.id} kind={kind} losePass={losePass} />
      )}
    </div>
  )
}

interface Wanted {
  questionId: string
  kind: RegradeKind
  losePass: boolean
}

const papers = defineList({
  label: '受影响的答卷',
  unit: '份',
  filters: { outcome: scopeFilter<RegradeOutcome>('结果', '全部结果') },
  query: (filter, page, wanted: Wanted) => regradePreviewQuery({ ...wanted, ...filter, ...page }),
  empty: { title: '没有这一类答卷' },
})

function Previewed({ questionId, kind, losePass }: Wanted) {
  const list = useList(papers, { questionId, kind, losePass })
  const { query } = list
  const counts = query.data?.counts
  const [asked, setAsked] = useState<RegradePreview | null>(null)
  return (
    <CardSection
      id="preview"
      title="预览"
      beside={
        <span className={cards.buttons}>
          <Button loading={query.isFetching} onClick={() => void query.refetch()}>
            重新预览
          </Button>
          <RegradeExportButton {...{ questionId, kind, losePass }} />
          <Button
            type="primary"
            disabled={!query.data || query.isFetching}
            onClick={() => query.data && setAsked(query.data)}
          >
            申请重新评分…
          </Button>
        </span>
      }
    >
      {counts && <RegradeCountsPanel counts={counts} />}
      <List
        list={list}
        rowKey="attemptId"
        columns={regradePaperColumns<RegradePreview['list'][number]>()}
        options={{ outcome: counts ? outcomeOptions(counts) : [] }}
      />
      {asked && <Propose {...{ questionId, kind, losePass }} preview={asked} onClose={() => setAsked(null)} />}
    </CardSection>
  )
}

const outcomeOptions = ({ outcomes }: RegradePreview['counts']) =>
  (Object.keys(outcomes) as RegradeOutcome[]).map((value) => ({
    value,
    label: `${regradeOutcomeNames[value]} ${outcomes[value]}`,
  }))

interface Fields {
  reason: string
  loseReason?: string
}

function Propose(props: Wanted & { preview: RegradePreview; onClose: () => void }) {
  const { questionId, kind, losePass, preview, onClose } = props
  const [id] = useState(randomUuid)
  const propose = useProposeRegrade()
  const navigate = useNavigate()
  const send = async ({ reason, loseReason }: Fields) => {
    const lose = losePass && loseReason ? { loseReason } : {}
    const said = { id, questionId, kind, reason, preview: preview.preview, ...lose }
    await propose.mutateAsync(said)
    showNotice({ kind: 'success', title: '已提交，等待复核', text: '请另一位有权限的同事复核。' })
    void navigate(paths.regrade(id))
  }
  const { outcomes } = preview.counts
  return (
    <FormDialog<Fields>
      title={`申请重新评分：${regradeKindTexts[kind].name}`}
      okText="提交复核"
      danger={losePass}
      initialValues={{ reason: '' }}
      send={send}
      onClose={onClose}
    >
      <p>
        共 {preview.counts.papers} 份答卷：变为合格 {outcomes.PASS_GAINED ?? 0} 份，取消合格 {outcomes.PASS_LOST ?? 0}{' '}
        份，保留合格 {outcomes.PASS_KEPT ?? 0} 份。
      </p>
      <TextItem
        name="reason"
        label="更正说明"
        needed
        counted
        limits={examProposeRegradeLimits.reason}
        validateTrigger="onChange"
        extra="成绩有变化的学员会看到这段说明。"
        rows={2}
        input={{ placeholder: '如：该题标准答案有误，已更正' }}
      />
      {losePass && (
        <TextItem
          name="loseReason"
          label="允许取消合格的理由"
          needed="请填写理由"
          counted="理由"
          limits={examProposeRegradeLimits.loseReason}
          validateTrigger="onChange"
          extra="被取消合格的学员会看到，也写入证明的撤销原因。"
          rows={2}
        />
      )}
    </FormDialog>
  )
}
