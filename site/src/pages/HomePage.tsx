import type { CategoryName } from '@ce/contract/categories'
import { useLoaderData } from 'react-router'
import { FriendLinks } from '../FriendLinks.tsx'
import { HomeHero } from '../Hero.tsx'
import { HomeSection, TabbedSection } from '../HomeSection.tsx'
import { DatedItemList, ItemCards, PersonCards } from '../ItemLists.tsx'
import type { HomeCardItem, HomeData } from '../load-home.ts'
import { QuickEntries } from '../QuickEntries.tsx'

/** The public home page (docs/rules/look.md#home-page). */
export function HomePage() {
  const { swipers, posters, friendlinks } = useLoaderData<HomeData>()
  return (
    <>
      <HomeHero slides={swipers} />
      <QuickEntries />
      <div className="site-width home-grid">
        <HomeSection name="notice" items={posters.notice}>
          <DatedItemList items={posters.notice} />
        </HomeSection>
        <HomeSection name="news" items={posters.news}>
          <DatedItemList items={posters.news} />
        </HomeSection>
        <div className="home-whole home-lines">
          {/* The home page's section has its own title; the list keeps the category's. */}
          <HomeSection name="political" title="政策法规" items={posters.political}>
            <DatedItemList items={posters.political} />
          </HomeSection>
        </div>
        <div className="home-whole">
          <TabbedSection
            title="科普园地"
            panels={[panel('technology', posters.technology), panel('technologyVideo', posters.technologyVideo)]}
          />
        </div>
        <div className="home-whole home-lines">
          <TabbedSection
            title="法规学习"
            panels={[
              {
                name: 'law',
                items: posters.law,
                content: <DatedItemList items={posters.law} />,
              },
              panel('lawVideo', posters.lawVideo),
            ]}
          />
        </div>
        <HomeSection name="expert" items={posters.expert}>
          <PersonCards items={posters.expert} />
        </HomeSection>
        <HomeSection name="pharmacist" items={posters.pharmacist}>
          <PersonCards items={posters.pharmacist} />
        </HomeSection>
      </div>
      <FriendLinks links={friendlinks} />
    </>
  )
}

function panel(name: CategoryName, items: readonly HomeCardItem[]) {
  return { name, items, content: <ItemCards items={items} /> }
}
