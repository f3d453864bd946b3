import { isStaleRefusal } from '@ce/client/answers.ts'
import { type CourseContent, type DeskCourse, useSaveCourse } from '@ce/client/staff/teaching.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { teachingSaveCourseLimits } from '@ce/contract/generated/staff-limits'
import { Button, Form, Input } from 'antd'
import { FormProblem } from '../../components/FormProblem.tsx'
import { PendingFiles } from '../../components/upload/PendingFiles.tsx'
import { usePendingUploads } from '../../components/upload/pending-uploads.tsx'
import { useVersionedSave } from '../../components/use-saved-over.ts'
import { NumberFormItem } from '../../kit/FormItems.tsx'
import { useUnsavedChanges } from '../../kit/losses.ts'
import { clearAnsweredProblems } from '../../kit/show-in-form.ts'
import { useFormSubmission } from '../../kit/use-form-problem.ts'
import { CourseCoverField } from './CourseCoverField.tsx'
import { CourseTitleField, SubjectField } from './CourseFields.tsx'
import { TeacherSelect } from './TeacherSelect.tsx'
import classes from './teaching.module.css'

interface CourseInfoProps {
  course: DeskCourse
  renew: () => Promise<unknown>
  restart: () => Promise<void>
}

interface Fields extends Omit<CourseContent, 'coverFileId'> {
  coverFileId: { fileId: string; url: string } | null
}

/** Students see changes of the course information at once. */
export function CourseInfoForm({ course, renew, restart }: CourseInfoProps) {
  const [form] = Form.useForm<Fields>()
  const save = useSaveCourse()
  const { problem, attempt } = useFormSubmission(form)
  const mayEdit = usePermission('teaching.edit')
  const { id, title, intro, subject, teacherId, trialSeconds } = course
  const { changed, edited, save: saveOver } = useVersionedSave(course.version)
  useUnsavedChanges(changed, '课程的基本信息')
  const pending = usePendingUploads()
  const cover = course.coverFileId && {
    fileId: course.coverFileId,
    url: course.coverUrl ?? '',
  }
  const submit = ({ coverFileId, ...fields }: Fields) =>
    attempt(async () => {
      const content = { ...fields, coverFileId: coverFileId?.fileId ?? null }
      await saveOver(async (version) => {
        const saved = await save.mutateAsync({ id, version, content })
        return saved.version
      })
      await renew()
    })
  return (
    <Form
      form={form}
      layout="vertical"
      className={classes.card}
      disabled={!mayEdit}
      initialValues={{ title, intro, subject, teacherId, trialSeconds, coverFileId: cover || null }}
      onValuesChange={clearAnsweredProblems(form, edited)}
      onFinish={submit}
      scrollToFirstError={{ focus: true }}
    >
      <FormProblem problem={problem} />
      {isStaleRefusal(save.error) && (
        <Button className={classes.reload} onClick={() => void restart()}>
          放弃我的修改，载入最新内容
        </Button>
      )}
      <CourseTitleField />
      <Form.Item name="intro" label="简介">
        <Input.TextArea rows={4} maxLength={teachingSaveCourseLimits.content.intro.maxLength} />
      </Form.Item>
      <SubjectField />
      <Form.Item name="teacherId" label="教师" rules={[{ required: true, message: '请选择教师' }]}>
        <TeacherSelect placeholder="请选择教师" chosen={{ id: teacherId, ...course.teacher }} />
      </Form.Item>
      <NumberFormItem
        name="trialSeconds"
        label="试看秒数"
        needed="请填写试看秒数，不提供试看填 0"
        within={{ what: '试看秒数', ...teachingSaveCourseLimits.content.trialSeconds }}
        extra="缴费前可以看第一课时开头的这么多秒；0 为不提供试看。"
      />
      <fieldset className="plain-fieldset">
        <legend>封面</legend>
        <Form.Item name="coverFileId" extra="建议 16∶9。">
          <CourseCoverField />
        </Form.Item>
      </fieldset>
      <PendingFiles {...pending} act="照样保存" />
      {mayEdit && (
        <div className={classes.bar}>
          <Button type="primary" htmlType="submit" disabled={!pending.without} loading={save.isPending}>
            保存
          </Button>
          <span className={classes.hint} role="status">
            {changed ? '有修改还没有保存' : '保存后学员看到的立即更新'}
          </span>
        </div>
      )}
    </Form>
  )
}
