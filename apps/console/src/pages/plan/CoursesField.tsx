import { restoreFocus } from '@ce/client/components/restore-focus.ts'
import { publishedCoursesQuery } from '@ce/client/staff/teaching.ts'
import { subjectNames } from '@ce/contract/hours-names'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Form, Select } from 'antd'
import type { Ref } from 'react'
import { Link } from 'react-router'
import { BankFindings } from '../../components/BankFindings.tsx'
import cards from '../../components/cards.module.css'
import { sortByIds } from '../../components/list-order.ts'
import { OrderedList } from '../../components/OrderedList.tsx'
import { NumberInput } from '../../kit/NumberInput.tsx'
import { paths } from '../../paths.ts'
import { courseHoursProblem, type PlanCourseFields, type PlanFields, professionalHoursOf } from './fields.ts'
import classes from './plan.module.css'

interface CoursesFieldProps {
  readOnly: boolean
  value?: PlanCourseFields[]
  onChange?: (courses: PlanCourseFields[]) => void
  ref?: Ref<HTMLDivElement>
}

export function PlanCoursesField({ readOnly, value = [], onChange, ref }: CoursesFieldProps) {
  const edit = (id: string, change: Partial<PlanCourseFields>) =>
    onChange?.(value.map((one) => (one.id === id ? { ...one, ...change } : one)))
  const row = (course: PlanCourseFields) => (
    <CourseRow
      course={course}
      readOnly={readOnly}
      onEdit={(change) => edit(course.id, change)}
      onRemove={() => {
        onChange?.(value.filter(({ id }) => id !== course.id))
        // The focused button disappears with its row, so restore the focus.
        requestAnimationFrame(restoreFocus)
      }}
    />
  )
  return (
    <div ref={ref} tabIndex={-1} className={classes.stack}>
      <Sum courses={value} />
      {value.length > 0 &&
        (readOnly ? (
          <ul className={cards.framed}>
            {value.map((course) => (
              <li key={course.id}>{row(course)}</li>
            ))}
          </ul>
        ) : (
          <OrderedList
            label="课程"
            rows={value}
            nameOf={({ title }) => title}
            onOrder={(ids) => onChange?.(sortByIds(value, ids))}
          >
            {row}
          </OrderedList>
        ))}
      {!readOnly && (
        <Form.Item className={classes.inner}>
          <AddCourse chosen={value} onAdd={(course) => onChange?.([...value, course])} />
        </Form.Item>
      )}
    </div>
  )
}

function Sum({ courses }: { courses: readonly PlanCourseFields[] }) {
  const wanted = Form.useWatch<PlanFields['professional'] | undefined>('professional') || 0
  const { required, all } = professionalHoursOf(courses)
  return (
    <p role="status" className={all < wanted ? classes.lacking : classes.sum}>
      共 {courses.length} 门；专业科目必修 {required} 学时，连同选修 {all} 学时，要求 {wanted} 学时
      {all < wanted && '：不够'}。
    </p>
  )
}

interface CourseRowProps {
  course: PlanCourseFields
  readOnly: boolean
  onEdit: (change: Partial<PlanCourseFields>) => void
  onRemove: () => void
}

function CourseRow({ course, readOnly, onEdit, onRemove }: CourseRowProps) {
  const { id, title, code, subject, state, required, hours, chosen } = course
  const problem = courseHoursProblem([course])
  return (
    <div className={classes.course}>
      <div className={classes.courseTitle}>
        <Link to={paths.course(id)}>{title}</Link>
        <span className={classes.minor}>
          {code} · {subjectNames[subject]}
          {state === 'DRAFT' && ' · 还没有发布'}
          {state === 'WITHDRAWN' && ' · 已撤下'}
          {chosen > 0 && ` · ${chosen} 名学员选了`}
        </span>
        {course.lacks && course.lacks.length > 0 && (
          <span className={classes.lacking}>题库不够组卷：{course.lacks.join('，')}</span>
        )}
        {course.findings && <BankFindings courseId={id} findings={course.findings} />}
      </div>
      <Checkbox checked={required} disabled={readOnly} onChange={({ target }) => onEdit({ required: target.checked })}>
        必修
      </Checkbox>
      <span className={classes.hours}>
        {/* Each row has its own form item, so that its error does not mark other rows. */}
        <Form.Item className={classes.inner} validateStatus={problem ? 'error' : ''}>
          <NumberInput
            className={classes.figure}
            aria-label={`${title}的学时`}
            value={hours}
            disabled={readOnly}
            onChange={(next) => onEdit({ hours: next })}
          />
        </Form.Item>
        学时
      </span>
      {!readOnly && (
        <Button
          className={classes.remove}
          size="small"
          danger
          disabled={chosen > 0}
          title={chosen > 0 ? '已有学员选了它' : undefined}
          aria-label={`移除 ${title}`}
          onClick={onRemove}
        >
          移除
        </Button>
      )}
    </div>
  )
}

interface AddCourseProps {
  chosen: readonly PlanCourseFields[]
  onAdd: (course: PlanCourseFields) => void
}

function AddCourse({ chosen, onAdd }: AddCourseProps) {
  const { data, isError } = useQuery(publishedCoursesQuery())
  const none = isError ? '课程没有载入，请刷新页面再试' : '正在载入课程…'
  const there = new Set(chosen.map(({ id }) => id))
  const free = (data?.list ?? []).filter(({ id }) => !there.has(id))
  const add = (wanted: string) => {
    const course = free.find(({ id }) => id === wanted)
    if (!course) return
    const { id, code, title, subject, state } = course
    onAdd({ id, code, title, subject, state, required: true, hours: 6, chosen: 0 })
  }
  return (
    <Select
      aria-label="添加课程"
      className={classes.add}
      placeholder="添加已发布的课程…"
      value={null}
      showSearch={{ optionFilterProp: 'label' }}
      notFoundContent={data ? '没有更多已发布的课程' : none}
      options={free.map(({ id, code, title }) => ({ value: id, label: `${title}（${code}）` }))}
      onChange={(id: string | null) => id && add(id)}
    />
  )
}
