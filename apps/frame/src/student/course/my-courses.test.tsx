import { myCourseQuery } from '@ce/client/course.ts'
import { buttonClass } from '@ce/ui/Button.tsx'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { MyCoursesScreen } from '../../../../h5/src/pages/course/MyCoursesScreen.tsx'
import { MyCoursesPage } from '../../../../portal/src/pages/course/MyCoursesPage.tsx'
import type { MySign } from './my-course-words.ts'

const sign = (state: MySign['state'], employerPays = false): MySign => ({
  ...{ signId: `${state}${employerPays}`, year: 2026, title: '2026 年度', trial: false },
  ...{ state, employerPays, studyEndAt: '2026-12-31T16:00:00Z', courses: [] },
  required: { professional: 60, public: 30 },
  earned: { professional: 0, public: 0 },
})

// amber: what the page asks for before all else (look.md)
it.each([
  ['portal', MyCoursesPage, 'call-to-action'],
  ['phone', MyCoursesScreen, buttonClass('call')],
])(
  'on the %s a year that waits for its money is amber, and no other link is',
  (_app, Page, amber) => {
    const client = new QueryClient()
    const list = [sign('UNPAID'), sign('UNPAID', true), sign('STUDYING'), sign('REFUNDED')]
    client.setQueryData(myCourseQuery().queryKey, { list })
    const html = renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <Page />
        </MemoryRouter>
      </QueryClientProvider>,
    )
    const links = (html.match(/<a [^>]*>/g) ?? []).filter((link) => link.includes(amber))
    expect(links.map((link) => link.match(/aria-label="([^"]*)"/)?.[1])).toEqual([
      '去支付：2026 年度',
    ])
  },
)
