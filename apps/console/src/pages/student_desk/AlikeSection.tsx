import type { Student, StudentHead } from '@ce/client/staff/student_desk.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { MergeCard } from './MergeCard.tsx'
import { ProposeMerge } from './ProposeMerge.tsx'
import classes from './StudentDesk.module.css'
import { alikeWords } from './words.ts'

/** Accounts that may be the same person's, and what was proposed about them. */
export function AlikeSection({ student }: { student: Student }) {
  const mayMerge = usePermission('student.merge')
  const [other, setOther] = useState<StudentHead | null>(null)
  const { alike, merges } = student
  if (alike.length === 0 && merges.length === 0) return null
  return (
    <section className={classes.card} aria-labelledby="alike">
      <h2 id="alike">可能重复的账号</h2>
      <p className={classes.hint}>同名的人不少：核对证件和证书之后，才可以申请合并。</p>
      <ul className={classes.rows}>
        {alike.map((one) => (
          <li key={one.id} className={classes.row}>
            <span>
              <Link to={paths.student(one.id)}>{one.name}</Link> {one.phoneMasked} ·{' '}
              {one.idNoMasked}
              <span className="cell-note">{one.alike.map((by) => alikeWords[by]).join('、')}</span>
            </span>
            {mayMerge && (
              <Button
                aria-label={`申请与 ${one.name}（${one.phoneMasked}）合并`}
                onClick={() => setOther(one)}
              >
                申请合并…
              </Button>
            )}
          </li>
        ))}
      </ul>
      {merges.map((merge) => (
        <MergeCard key={merge.id} merge={merge} />
      ))}
      {other && <ProposeMerge student={student} other={other} onClose={() => setOther(null)} />}
    </section>
  )
}
