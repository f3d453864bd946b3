import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { restoreFocus } from '@ce/client/components/restore-focus.ts'
import type { QuestionBank, QuestionSummary } from '@ce/client/staff/question.ts'
import { questionBanksQuery, questionListQuery } from '@ce/client/staff/question.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { difficulties, difficultyLabel, questionTypeLabels } from '@ce/contract/question-options'
import { searchLimits } from '@ce/contract/search-limits'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button, type TableProps } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { LastChangeCell } from '../../components/StaffName.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { choiceFilter, linkOnlyFilter, numericFilter, scopeFilter, textFilter } from '../../kit/list/filters.ts'
import { defineList, List, useList } from '../../kit/list/List.tsx'
import { SelectionBar, useSelection } from '../../kit/list/Selection.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { QuestionExportButton } from './ExportButton.tsx'
import { QuestionBankList } from './QuestionBankList.tsx'
import classes from './QuestionList.module.css'
import { SwitchQuestionsDialog } from './SwitchQuestions.tsx'
import { correctRateText, discriminationText } from './statistics.ts'
import { QuestionTags } from './Tags.tsx'

const mostAtOnce = 200

const difficultyNames = Object.fromEntries(difficulties.map((one) => [one, difficultyLabel(one)]))

const questions = defineList({
  label: '试题',
  unit: '道',
  filters: {
    course: scopeFilter<string>('课程', '全部课程', 'tag'),
    import: linkOnlyFilter('只看一次导入的试题'),
    keyword: textFilter('题干关键词或题号', searchLimits.questions),
    type: choiceFilter('题型', '全部题型', questionTypeLabels),
    difficulty: numericFilter(choiceFilter('难度', '全部难度', difficultyNames)),
    tag: choiceFilter<string>('标签', '全部标签'),
    state: choiceFilter('状态', '全部状态', { true: '启用', false: '停用' }),
    finding: choiceFilter('核对情况', '不论核对情况', {
      OPEN: '待核对',
      SERIOUS: '待核对，影响发布',
      MINOR: '待核对，仅提示',
      ACCEPTED: '已确认无误',
    }),
  },
  query: ({ course, import: importId, state, ...filter }, page) =>
    questionListQuery({ ...filter, courseId: course, importId, enabled: state, ...page }),
  empty: ({ course }) => ({
    title: course ? '这门课程还没有试题' : '题库里还没有试题',
    text: '新建的和从 Excel、CSV、GIFT、Aiken 文件导入的试题显示在这里。',
  }),
  notFound: '换个条件再查。关键词可以是题干里的字，也可以是题号。',
})

/** The page 题库 lists the question banks by course and their questions; a selection spans pages. */
export function QuestionListPage() {
  const list = useList(questions)
  const { filter } = list
  const banks = useQuery(questionBanksQuery())
  const mayEdit = usePermission('question.edit')
  const { chosen, clear, rows } = useSelection(list.query.data?.list, JSON.stringify(filter))
  const [asked, setAsked] = useState<{ enabled: boolean; ids: readonly string[] } | null>(null)
  const ask = (enabled: boolean) => setAsked({ enabled, ids: chosen.map(({ id }) => id) })
  return (
    <>
      <PageHeader title="题库" actions={mayEdit && <Actions courseId={filter.course} />}>
        各课程考试的试题。停用的试题不再抽到；已经发出的试卷不受任何修改影响。
      </PageHeader>
      <QueryContent query={banks}>{(all) => <QuestionBankList banks={all} courseId={filter.course} />}</QueryContent>
      <List
        list={list}
        columns={columns(filter.course !== undefined)}
        options={optionsOf(banks.data ?? [], filter.course)}
        above={
          <SelectionBar count={chosen.length} unit="道" most={mostAtOnce} onClear={clear}>
            {(tooMany) => (
              <>
                <Button disabled={tooMany} onClick={() => ask(true)}>
                  启用…
                </Button>
                <Button danger disabled={tooMany} onClick={() => ask(false)}>
                  停用…
                </Button>
              </>
            )}
          </SelectionBar>
        }
        selection={mayEdit ? rows(({ no }) => `第 ${no} 号`) : undefined}
      />
      {asked && (
        <SwitchQuestionsDialog
          {...asked}
          onDone={clear}
          onClose={() => {
            setAsked(null)
            // Restore the focus once the dialog has closed, because its button disappears with the selection.
            setTimeout(restoreFocus)
          }}
        />
      )}
    </>
  )
}

function optionsOf(banks: readonly QuestionBank[], courseId: string | undefined) {
  const own = banks.filter((bank) => !courseId || bank.courseId === courseId)
  const tags = [...new Set(own.flatMap((bank) => bank.tags))]
  return {
    course: banks.map((bank) => ({ value: bank.courseId, label: bank.title })),
    tag: tags.toSorted((a, b) => a.localeCompare(b, 'zh')).map((tag) => ({ value: tag, label: tag })),
  }
}

function Actions({ courseId }: { courseId: string | undefined }) {
  const course = courseId ? `?course=${courseId}` : ''
  return (
    <>
      <QuestionExportButton courseId={courseId} />
      <LinkButton to={paths.questionImports()}>导入记录</LinkButton>
      <LinkButton to={paths.questionImport() + course}>导入试题</LinkButton>
      <LinkButton type="primary" to={courseId ? paths.newQuestionIn(courseId) : paths.newQuestion()}>
        新建试题
      </LinkButton>
    </>
  )
}

/** Without a course filter each row shows its course. */
const columns = (ofOneCourse: boolean): TableProps<QuestionSummary>['columns'] => [
  { key: 'no', title: '题号', width: 64, align: 'right', dataIndex: 'no' },
  {
    key: 'type',
    title: '题型',
    width: 76,
    responsive: ['md'],
    render: (_, { type }) => questionTypeLabels[type],
  },
  {
    key: 'stem',
    title: '题干',
    render: (_, question) => <Stem question={question} withCourse={!ofOneCourse} />,
  },
  {
    key: 'difficulty',
    title: '难度',
    width: 56,
    responsive: ['md'],
    render: (_, { difficulty }) => difficultyLabel(difficulty),
  },
  {
    key: 'tags',
    title: '标签',
    width: 96,
    responsive: ['xl'],
    render: (_, { tags }) => (tags.length > 0 ? <QuestionTags tags={tags} /> : '—'),
  },
  {
    key: 'rate',
    title: '正确率',
    width: 88,
    align: 'right',
    responsive: ['lg'],
    render: (_, { statistics }) => (
      <>
        {correctRateText(statistics)}
        <span className={classes.minor}>{statistics.answered} 份试卷</span>
      </>
    ),
  },
  {
    key: 'discrimination',
    title: '区分度',
    width: 84,
    align: 'right',
    responsive: ['lg'],
    render: (_, { statistics }) => discriminationText(statistics),
  },
  {
    key: 'state',
    title: '状态',
    width: 76,
    responsive: ['md'],
    render: (_, { enabled }) => <QuestionState enabled={enabled} />,
  },
  {
    key: 'updated',
    title: '最近修改',
    width: 150,
    responsive: ['lg'],
    render: (_, row) => <LastChangeCell row={row} />,
  },
]

function Stem({ question, withCourse }: { question: QuestionSummary; withCourse: boolean }) {
  const { id, stem, courseTitle, type, difficulty, enabled, findings } = question
  const open = findings.filter(({ accepted }) => !accepted)
  return (
    <>
      <Link to={paths.question(id)} className={classes.stem}>
        {stem}
      </Link>
      {open.length > 0 && (
        <span className={classes.finding}>
          <StatusMark kind={open.some(({ serious }) => serious) ? 'error' : 'warning'}>
            待核对：{open.map(({ words }) => words).join('；')}
          </StatusMark>
        </span>
      )}
      {withCourse && <span className={classes.minor}>{courseTitle}</span>}
      <span className={classes.narrowOnly}>
        {questionTypeLabels[type]} · {difficultyLabel(difficulty)} <QuestionState enabled={enabled} />
      </span>
    </>
  )
}

function QuestionState({ enabled }: { enabled: boolean }) {
  return <StatusMark kind={enabled ? 'done' : 'locked'}>{enabled ? '启用' : '停用'}</StatusMark>
}
