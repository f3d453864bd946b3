import type { CategoryName } from '@ce/contract/categories'
import { useLoaderData } from 'react-router'
import { FriendLinks } from '../FriendLinks.tsx'
import { Hero } from '../Hero.tsx'
import { HomeSection, TabbedSection } from '../HomeSection.tsx'
import { DatedLines, ItemCards, People } from '../ItemLists.tsx'
import type { CardItem, HomeData } from '../load-home.ts'
import { QuickEntries } from '../QuickEntries.tsx'

/** The public home (specification §2, look.md). */
export function HomePage() {
  const { swipers, posters, friendlinks } = useLoaderData<HomeData>()
  return (
    <>
      <Hero slides={swipers} />
      <QuickEntries />
      <div className="site-width home-grid">
        <HomeSection name="notice" items={posters.notice}>
          <DatedLines items={posters.notice} />
        </HomeSection>
        <HomeSection name="news" items={posters.news}>
          <DatedLines items={posters.news} />
        </HomeSection>
        <div className="home-whole home-lines">
          {/* look.md’s word for the section; its list keeps the category’s */}
          <HomeSection name="political" title="政策法规" items={posters.political}>
            <DatedLines items={posters.political} />
          </HomeSection>
        </div>
        <div className="home-whole">
          <TabbedSection
            title="科普园地"
            panels={[
              panel('technology', posters.technology),
              panel('technologyVideo', posters.technologyVideo),
            ]}
          />
        </div>
        <div className="home-whole home-lines">
          <TabbedSection
            title="法规学习"
            panels={[
              {
                name: 'law',
                items: posters.law,
                content: <DatedLines items={posters.law} />,
              },
              panel('lawVideo', posters.lawVideo),
            ]}
          />
        </div>
        <HomeSection name="expert" items={posters.expert}>
          <People items={posters.expert} />
        </HomeSection>
        <HomeSection name="pharmacist" items={posters.pharmacist}>
          <People items={posters.pharmacist} />
        </HomeSection>
      </div>
      <FriendLinks links={friendlinks} />
    </>
  )
}

function panel(name: CategoryName, items: readonly CardItem[]) {
  return { name, items, content: <ItemCards items={items} /> }
}
