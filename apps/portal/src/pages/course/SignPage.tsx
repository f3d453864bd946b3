import { yearListQuery } from '@ce/client/course.ts'
import { parseDecimal } from '@ce/contract/decimal'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { PageHeader } from '@ce/frame/PageHeader.tsx'
import { signIntro } from '@ce/frame/student/course/year-words.ts'
import { emptyWords } from '@ce/frame/student/empty-words.ts'
import { NoSuch } from '@ce/frame/student/NoSuch.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { paths } from '../../paths.ts'
import { InvitationNote } from '../invitation/InvitationNote.tsx'
import { InvitationsLink } from '../invitation/InvitationsLink.tsx'
import { CourseChooser } from './CourseChooser.tsx'
import classes from './SignPage.module.css'
import { YearCard } from './YearCard.tsx'

/** 继续教育报名: the years; with `?year=` the course choice of one. */
export function SignPage() {
  const [params] = useSearchParams()
  const year = parseDecimal(params.get('year'))
  const query = useQuery(yearListQuery())
  return (
    <>
      {!query.data && <h1 className="visually-hidden">继续教育报名</h1>}
      <Loaded query={query}>
        {({ list }) => {
          const plan = list.find((candidate) => candidate.year === year)
          if (plan) return <CourseChooser plan={plan} key={plan.year} />
          return (
            <>
              <PageHeader title="继续教育报名" actions={<InvitationsLink noted />}>
                {signIntro}
              </PageHeader>
              <InvitationNote />
              {params.has('year') && <NoSuch words={emptyWords.noSuchYear} to={paths.sign()} />}
              {list.length === 0 && (
                <EmptyState title={emptyWords.signYears.title}>
                  {emptyWords.signYears.text}
                </EmptyState>
              )}
              <ul className={classes.years}>
                {list.map((plan) => (
                  <YearCard key={plan.planId} plan={plan} />
                ))}
              </ul>
            </>
          )
        }}
      </Loaded>
    </>
  )
}
