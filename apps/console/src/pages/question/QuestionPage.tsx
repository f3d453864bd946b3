import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { type Question, questionBanksQuery, questionQuery } from '@ce/client/staff/question.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { BackLink } from '../../components/BackLink.tsx'
import { CardSection } from '../../components/CardSection.tsx'
import cards from '../../components/cards.module.css'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { toQuestionFields } from './content.ts'
import { SavedQuestionFindings } from './Findings.tsx'
import { QuestionCard } from './QuestionCard.tsx'
import { QuestionEditor } from './QuestionEditor.tsx'
import classes from './QuestionForm.module.css'
import { QuestionPapers } from './QuestionPapers.tsx'
import { QuestionFactList, SimilarQuestions } from './QuestionSide.tsx'
import { SwitchQuestionsDialog } from './SwitchQuestions.tsx'
import { QuestionTags } from './Tags.tsx'

/** Users with permission can edit the question; others read it. */
export function QuestionPage() {
  const { id = '' } = useParams()
  const query = useQuery(questionQuery(id))
  const renew = async () => (await query.refetch()).data
  return (
    <>
      {!query.data && <PageHeader title="试题" actions={<BackLink to={paths.questions()}>返回题库</BackLink>} />}
      <QueryContent query={query}>
        {(question) => <Desk key={question.id} question={question} renew={renew} />}
      </QueryContent>
    </>
  )
}

interface DeskProps {
  question: Question
  renew: () => Promise<Question | undefined>
}

function Desk({ question, renew }: DeskProps) {
  const { id, no, courseId, courseTitle, version, content } = question
  const mayEdit = usePermission('question.edit')
  const mayReadExams = usePermission('exam.read')
  const { data: banks = [] } = useQuery(questionBanksQuery())
  const [changed, setChanged] = useState(false)
  const [round, setRound] = useState(0)
  const restart = () => setRound((count) => count + 1)
  const side = (
    <>
      <QuestionFactList question={question} />
      {mayReadExams && <QuestionPapers questionId={id} version={version} />}
      <SimilarQuestions similar={question.similar} />
    </>
  )
  return (
    <>
      <PageHeader
        title={`第 ${no} 号试题`}
        actions={
          mayEdit && (
            <Actions
              question={question}
              unsaved={changed}
              onDone={async () => {
                if (await renew()) restart()
              }}
            />
          )
        }
      >
        <Link to={paths.questionsIn({ course: courseId })}>{courseTitle}</Link>
      </PageHeader>
      {mayEdit ? (
        <QuestionEditor
          key={round}
          id={id}
          courseId={courseId}
          version={version}
          question={question}
          initial={toQuestionFields(content)}
          tags={banks.find((bank) => bank.courseId === courseId)?.tags ?? []}
          onSaved={() => void renew()}
          onChanged={setChanged}
          renew={renew}
          restart={restart}
        >
          {side}
        </QuestionEditor>
      ) : (
        <div className={classes.columns}>
          <div className={cards.card}>
            <QuestionCard content={content} answers />
            {content.tags.length > 0 && <QuestionTags tags={content.tags} />}
          </div>
          <div className={cards.page}>
            <CardSection id="findings" title="核对">
              <SavedQuestionFindings question={question} mayAccept={false} />
            </CardSection>
            {side}
          </div>
        </div>
      )}
    </>
  )
}

interface ActionsProps {
  question: Question
  unsaved: boolean
  onDone: () => Promise<void>
}

function Actions({ question: { id, courseId, enabled }, unsaved, onDone }: ActionsProps) {
  const [asked, setAsked] = useState(false)
  return (
    <>
      <Button
        danger={enabled}
        disabled={unsaved}
        title={unsaved ? '请先保存修改' : undefined}
        onClick={() => setAsked(true)}
      >
        {enabled ? '停用…' : '启用…'}
      </Button>
      <LinkButton to={paths.newQuestionIn(courseId)}>再新建一道</LinkButton>
      {asked && (
        <SwitchQuestionsDialog
          ids={[id]}
          enabled={!enabled}
          onDone={() => void onDone()}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}
