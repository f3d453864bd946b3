import type { RouteObject } from 'react-router'
import { loadCourse, loadCourses } from './load-courses.ts'
import { loadHome } from './load-home.ts'
import { loadLedger } from './load-ledger.ts'
import { loadTerms } from './load-terms.ts'
import { loadVerify, loadVerifyForm } from './load-verify.ts'
import { loadCategoryItems, loadItemDetail, loadNewestItem, loadSearchResults } from './loaders.ts'
import { sitePaths as paths } from './paths.ts'
import { SiteProblem } from './SiteProblem.tsx'

/** Name of the script chunk that documents preload (apps/learner/vite.config.ts). */
const chunk = 'home reading'
/** Course pages have another chunk with their styles. */
const courseChunks = `${chunk} courses`
/**
 * Loads header and footer only with a public page, because login pages and pages of signed-in students have neither.
 */
const lazyLayout = () => ({
  Component: async () => (await import('./SiteLayout.tsx')).SiteLayout,
})
/** Each route needs its own object, because the router empties the object after loading. */
const lazyPages = {
  home: () => ({ Component: async () => (await import('./pages/HomePage.tsx')).HomePage }),
  list: () => ({ Component: async () => (await import('./pages/ListPage.tsx')).ListPage }),
  detail: () => ({ Component: async () => (await import('./pages/DetailPage.tsx')).DetailPage }),
  courses: () => ({ Component: async () => (await import('./pages/CoursesPage.tsx')).CoursesPage }),
  course: () => ({ Component: async () => (await import('./pages/CoursePage.tsx')).CoursePage }),
  guide: () => ({ Component: async () => (await import('./pages/GuidePage.tsx')).GuidePage }),
  aboutUs: () => ({ Component: async () => (await import('./pages/AboutPage.tsx')).AboutPage }),
  terms: () => ({ Component: async () => (await import('./pages/TermsPage.tsx')).TermsPage }),
  search: () => ({ Component: async () => (await import('./pages/SearchPage.tsx')).SearchPage }),
}

/** The public pages (docs/rules/screens.md#routes). Errors are shown inside the layout. */
export function siteRoutes(layout = lazyLayout()): RouteObject {
  return {
    id: 'site',
    lazy: layout,
    children: [
      {
        ErrorBoundary: SiteProblem,
        children: [
          {
            path: paths.home(),
            loader: loadHome,
            handle: {
              title: '首页',
              description: '执业药师继续教育报名、在线学习、考试和学时证明，通知公告、政策法规与药学科普',
              chunk: 'home',
            },
            lazy: lazyPages.home(),
          },
          {
            path: paths.list(':name'),
            loader: loadCategoryItems,
            handle: { chunk },
            lazy: lazyPages.list(),
          },
          {
            path: paths.detail(':name', ':id'),
            loader: loadItemDetail,
            handle: { chunk },
            lazy: lazyPages.detail(),
          },
          {
            path: paths.catalogue(),
            loader: loadCourses,
            handle: {
              title: '课程目录',
              description: '各年度继续教育课程：学时、教师、课时内容和费用，可免费试看',
              chunk: courseChunks,
            },
            lazy: lazyPages.courses(),
          },
          {
            path: paths.offeredCourse(':year', ':id'),
            loader: loadCourse,
            handle: { chunk: courseChunks },
            lazy: lazyPages.course(),
          },
          {
            path: paths.guide(),
            loader: loadNewestItem('guide'),
            handle: { title: '注册指南', chunk },
            lazy: lazyPages.guide(),
          },
          {
            path: paths.aboutUs(),
            loader: loadNewestItem('aboutUs'),
            handle: { title: '联系我们', chunk },
            lazy: lazyPages.aboutUs(),
          },
          ...['/terms/:kind', '/terms/:kind/:version'].map((path) => ({
            path,
            loader: loadTerms,
            handle: { chunk },
            lazy: lazyPages.terms(),
          })),
          {
            path: paths.search(),
            loader: loadSearchResults,
            handle: { title: '站内搜索', chunk },
            lazy: lazyPages.search(),
          },
        ],
      },
    ],
  }
}

const verifyPage = () => ({
  Component: async () => (await import('./pages/VerifyPage.tsx')).VerifyPage,
})

/** True for pages that serve desktop and phone alike. */
const forAll = true

/** Routes for verifying a proof. Crawlers must not index the results. */
export const verifyRoutes = (): RouteObject[] => [
  {
    path: paths.verify(),
    loader: loadVerifyForm,
    handle: {
      title: '证明核验',
      description: '核对学时证明是否真实、有效',
      chunk: 'home verify',
      forAll,
    },
    lazy: verifyPage(),
  },
  {
    path: paths.verify(':code'),
    loader: loadVerify,
    handle: { title: '证明核验', chunk: 'home verify', forAll, noIndex: true },
    lazy: verifyPage(),
  },
  {
    path: paths.ledger(),
    loader: loadLedger,
    handle: {
      title: '学时每日公示',
      description: '每天公示全部学时记录的校验码，任何人都可以保存和核对',
      chunk: 'home verify',
      forAll,
    },
    lazy: {
      Component: async () => (await import('./pages/VerifyLedgerPage.tsx')).VerifyLedgerPage,
    },
  },
]
