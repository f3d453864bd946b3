import { myCourseQuery } from '@ce/client/course.ts'
import { buttonClass } from '@ce/ui/Button.tsx'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { renderScreen } from '../../../test/render-screen.tsx'
import { MyCoursesScreen } from './MyCoursesScreen.tsx'
import type { MySign } from './my-course-text.ts'

const sign = (state: MySign['state'], employerPays = false): MySign => ({
  ...{ signId: `${state}${employerPays}`, year: 2026, title: '2026 年度', trial: false },
  ...{ state, employerPays, studyEndAt: '2026-12-31T16:00:00Z', courses: [] },
  required: { professional: 60, public: 30 },
  earned: { professional: 0, public: 0 },
})

// Only the most urgent action of a page is amber (docs/rules/look.md#tokens).
it('only the link of a year that waits for payment is amber', () => {
  const client = new QueryClient()
  const list = [sign('UNPAID'), sign('UNPAID', true), sign('STUDYING'), sign('REFUNDED')]
  client.setQueryData(myCourseQuery().queryKey, { list })
  const html = renderScreen(<MyCoursesScreen />, { client })
  const amber = buttonClass('call')
  const links = (html.match(/<a [^>]*>/g) ?? []).filter((link) => link.includes(amber))
  expect(links.map((link) => link.match(/aria-label="([^"]*)"/)?.[1])).toEqual(['去支付：2026 年度'])
})
