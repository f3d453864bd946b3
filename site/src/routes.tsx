import type { RouteObject } from 'react-router'
import { loadCourse, loadCourses } from './load-courses.ts'
import { loadHome } from './load-home.ts'
import { loadLedger } from './load-ledger.ts'
import { loadTerms } from './load-terms.ts'
import { loadVerify, loadVerifyForm } from './load-verify.ts'
import { loadDetail, loadList, loadNewest, loadSearch } from './loaders.ts'
import { HomePage } from './pages/HomePage.tsx'
import { sitePaths as paths } from './paths.ts'
import { SiteLayout } from './SiteLayout.tsx'
import { SiteProblem } from './SiteProblem.tsx'

/** where the lazy pages below are (apps/learner/vite.config.ts): their documents preload it */
const chunk = 'reading'
/** the pages of courses have one more, with their styles */
const courseChunks = `${chunk} courses`
/** Each route needs one of its own: the router empties it once it is loaded. */
const lazyPages = {
  list: () => ({ Component: async () => (await import('./pages/ListPage.tsx')).ListPage }),
  detail: () => ({ Component: async () => (await import('./pages/DetailPage.tsx')).DetailPage }),
  courses: () => ({ Component: async () => (await import('./pages/CoursesPage.tsx')).CoursesPage }),
  course: () => ({ Component: async () => (await import('./pages/CoursePage.tsx')).CoursePage }),
  guide: () => ({ Component: async () => (await import('./pages/GuidePage.tsx')).GuidePage }),
  aboutUs: () => ({ Component: async () => (await import('./pages/AboutPage.tsx')).AboutPage }),
  terms: () => ({ Component: async () => (await import('./pages/TermsPage.tsx')).TermsPage }),
  search: () => ({ Component: async () => (await import('./pages/SearchPage.tsx')).SearchPage }),
}

/**
 * The public pages (specification §2): the same on the server and in the browser. All but the
 * home page are one further chunk. Titles are of the handle, or of the loader's data (`pageTitle`). Whatever is thrown shows inside the layout.
 */
export function siteRoutes(): RouteObject {
  return {
    id: 'site',
    Component: SiteLayout,
    children: [
      {
        ErrorBoundary: SiteProblem,
        children: [
          {
            path: paths.home(),
            loader: loadHome,
            handle: {
              title: '首页',
              description:
                '执业药师继续教育报名、在线学习、考试和学时证明，通知公告、政策法规与药学科普',
            },
            Component: HomePage,
          },
          {
            path: paths.list(':name'),
            loader: loadList,
            handle: { chunk },
            lazy: lazyPages.list(),
          },
          {
            path: paths.detail(':name', ':id'),
            loader: loadDetail,
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
            loader: loadNewest('guide'),
            handle: { title: '注册指南', chunk },
            lazy: lazyPages.guide(),
          },
          {
            path: paths.aboutUs(),
            loader: loadNewest('aboutUs'),
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
            loader: loadSearch,
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

/** has no other version to switch to */
const forAll = true

/** 证明核验 and 学时每日公示: one page for the desktop and phones. What it says of a proof is for who has the proof, not for crawlers. */
export const verifyRoutes = (): RouteObject[] => [
  {
    path: paths.verify(),
    loader: loadVerifyForm,
    handle: {
      title: '证明核验',
      description: '核对学时证明是否真实、有效',
      chunk: 'verify',
      forAll,
    },
    lazy: verifyPage(),
  },
  {
    path: paths.verify(':code'),
    loader: loadVerify,
    handle: { title: '证明核验', chunk: 'verify', forAll, noIndex: true },
    lazy: verifyPage(),
  },
  {
    path: paths.ledger(),
    loader: loadLedger,
    handle: {
      title: '学时每日公示',
      description: '每天公示全部学时记录的校验码，任何人都可以保存和核对',
      chunk: 'verify',
      forAll,
    },
    lazy: {
      Component: async () => (await import('./pages/VerifyLedgerPage.tsx')).VerifyLedgerPage,
    },
  },
]
