import { formatDateTime } from '@ce/client/format.ts'
import type { DeskCourse } from '@ce/client/staff/teaching.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { publishProblems } from '@ce/contract/paper-rules'
import { Alert, Button } from 'antd'
import { BankFindings } from '../../components/BankFindings.tsx'
import { useStaffNames } from '../../components/StaffName.tsx'
import { useUnsavedChanges } from '../../kit/losses.ts'
import { lessonRequirementsOf } from './draft.ts'
import { toCountedExamRules } from './draft-rules.ts'
import { LessonsField } from './LessonsField.tsx'
import { PublishDraftButtons } from './PublishDraftButtons.tsx'
import { ExamRulesFields } from './RulesField.tsx'
import classes from './teaching.module.css'
import { type CourseDraft, useCourseDraft } from './use-course-draft.ts'

interface DraftEditorProps {
  course: DeskCourse
  renew: () => Promise<DeskCourse | undefined>
  restart: () => Promise<void>
}

/** Lessons and exam rules of a course are edited as a draft until publication. */
export function DraftEditor({ course, renew, restart }: DraftEditorProps) {
  const draft = useCourseDraft(course, renew)
  const mayEdit = usePermission('teaching.edit')
  const { fields, edit } = draft
  useUnsavedChanges(draft.changed, '课时与组卷规则')
  const problems = publishProblems(
    { lessons: lessonRequirementsOf(fields.lessons), rules: toCountedExamRules(fields.rules) },
    course.bank,
    course.findings,
  )
  return (
    <div className={classes.stack}>
      <StandNote course={course} mayEdit={mayEdit} />
      <section className={classes.card} aria-labelledby="lessons">
        <h2 id="lessons">课时</h2>
        <LessonsField
          lessons={fields.lessons}
          readOnly={!mayEdit}
          onChange={(change) => edit((before) => ({ ...before, lessons: change(before.lessons) }))}
        />
      </section>
      <section className={classes.card} aria-labelledby="rules">
        <h2 id="rules">组卷规则</h2>
        <ExamRulesFields
          rules={fields.rules}
          bank={course.bank}
          courseId={course.id}
          readOnly={!mayEdit}
          onChange={(rules) => edit((before) => ({ ...before, rules }))}
        />
      </section>
      <Problems problems={problems} course={course} />
      {mayEdit && <SaveBar course={course} draft={draft} ready={problems.length === 0} restart={restart} />}
    </div>
  )
}

/** Tells what students see now and what is only a draft. */
function StandNote({ course: { draft, current }, mayEdit }: { course: DeskCourse; mayEdit: boolean }) {
  const who = useStaffNames()
  if (draft)
    return (
      <Alert
        type="info"
        showIcon
        role="note"
        title={`这是草稿，${who(draft.updatedBy)} 于 ${formatDateTime(draft.updatedAt)} 保存，学员还看不到`}
        description={
          current
            ? `学员现在学的是第 ${current.no} 版。发布草稿后，已经开始学习的学员仍按原来的版本学完，其他学员按新版学。`
            : '发布之后，这门课程才能列入年度计划。'
        }
      />
    )
  if (!current) return null
  return (
    <Alert
      type="info"
      showIcon
      role="note"
      title={`下面是学员正在学的第 ${current.no} 版${mayEdit ? '，修改后保存为草稿' : ''}`}
    />
  )
}

function Problems({ problems, course }: { problems: readonly string[]; course: DeskCourse }) {
  const { id, findings } = course
  const found = <BankFindings courseId={id} findings={findings} />
  return (
    <div role="status">
      {problems.length > 0 && (
        <Alert
          type="warning"
          role="none"
          showIcon
          title="还不能发布"
          description={
            <>
              <ul className={classes.problems}>
                {problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </ul>
              {found}
            </>
          }
        />
      )}
      {problems.length === 0 && findings.minor > 0 && (
        <Alert type="info" role="none" showIcon title="可以发布；试题有提示" description={found} />
      )}
    </div>
  )
}

interface SaveBarProps extends Omit<DraftEditorProps, 'renew'> {
  draft: CourseDraft
  ready: boolean
}

function SaveBar({ course, draft, ready, restart }: SaveBarProps) {
  const { changed, trouble, busy, save } = draft
  return (
    <div className={classes.saveBar}>
      <div role="alert" className={classes.trouble}>
        {trouble && (
          <Alert
            type="error"
            role="none"
            showIcon
            title={trouble.words}
            action={
              trouble.stale && (
                <Button size="small" onClick={() => void restart()}>
                  放弃我的修改，载入最新内容
                </Button>
              )
            }
          />
        )}
      </div>
      <Button type="primary" disabled={!changed} loading={busy} onClick={() => void save()}>
        保存草稿
      </Button>
      <PublishDraftButtons
        course={course}
        version={draft.version}
        unsaved={changed}
        ready={ready}
        onPublished={() => void restart()}
        onDiscarded={() => void restart()}
        onStale={() => void restart()}
      />
      <span className={classes.hint} role="status">
        {changed ? '有修改还没有保存' : course.draft ? '草稿已保存' : ''}
      </span>
    </div>
  )
}
