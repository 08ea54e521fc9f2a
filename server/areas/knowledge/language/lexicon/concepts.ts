import type { Language } from '../detect-language.ts';
import booking from './booking.json' with { type: 'json' };
import delivery from './delivery.json' with { type: 'json' };
import goodsBakerySweets from './goods-bakery-sweets.json' with { type: 'json' };
import goodsBeauty from './goods-beauty.json' with { type: 'json' };
import goodsBicyclesDriving from './goods-bicycles-driving.json' with { type: 'json' };
import goodsBody from './goods-body.json' with { type: 'json' };
import goodsBooksToys from './goods-books-toys.json' with { type: 'json' };
import goodsClothes from './goods-clothes.json' with { type: 'json' };
import goodsCoworking from './goods-coworking.json' with { type: 'json' };
import goodsDairyPantry from './goods-dairy-pantry.json' with { type: 'json' };
import goodsDental from './goods-dental.json' with { type: 'json' };
import goodsDishes from './goods-dishes.json' with { type: 'json' };
import goodsDrinks from './goods-drinks.json' with { type: 'json' };
import goodsElectronics from './goods-electronics.json' with { type: 'json' };
import goodsEvents from './goods-events.json' with { type: 'json' };
import goodsFaithTrade from './goods-faith-trade.json' with { type: 'json' };
import goodsHairNails from './goods-hair-nails.json' with { type: 'json' };
import goodsHealth from './goods-health.json' with { type: 'json' };
import goodsHome from './goods-home.json' with { type: 'json' };
import goodsJewelleryFlowers from './goods-jewellery-flowers.json' with { type: 'json' };
import goodsLeisure from './goods-leisure.json' with { type: 'json' };
import goodsLessons from './goods-lessons.json' with { type: 'json' };
import goodsLocksCleaning from './goods-locks-cleaning.json' with { type: 'json' };
import goodsLodging from './goods-lodging.json' with { type: 'json' };
import goodsMeals from './goods-meals.json' with { type: 'json' };
import goodsMeatFish from './goods-meat-fish.json' with { type: 'json' };
import goodsMusicDance from './goods-music-dance.json' with { type: 'json' };
import goodsOptics from './goods-optics.json' with { type: 'json' };
import goodsPets from './goods-pets.json' with { type: 'json' };
import goodsPhotoPrint from './goods-photo-print.json' with { type: 'json' };
import goodsPlantsGarden from './goods-plants-garden.json' with { type: 'json' };
import goodsProblems from './goods-problems.json' with { type: 'json' };
import goodsProduce from './goods-produce.json' with { type: 'json' };
import goodsRepair from './goods-repair.json' with { type: 'json' };
import goodsSewingLaundry from './goods-sewing-laundry.json' with { type: 'json' };
import goodsShoes from './goods-shoes.json' with { type: 'json' };
import goodsSports from './goods-sports.json' with { type: 'json' };
import goodsVehicles from './goods-vehicles.json' with { type: 'json' };
import goodsWaterOutdoor from './goods-water-outdoor.json' with { type: 'json' };
import money from './money.json' with { type: 'json' };
import people from './people.json' with { type: 'json' };
import peopleRelations from './people-relations.json' with { type: 'json' };
import policies from './policies.json' with { type: 'json' };
import product from './product.json' with { type: 'json' };
import traitsColours from './traits-colours.json' with { type: 'json' };
import traitsFood from './traits-food.json' with { type: 'json' };
import traitsForm from './traits-form.json' with { type: 'json' };
import traitsMeasures from './traits-measures.json' with { type: 'json' };
import traitsState from './traits-state.json' with { type: 'json' };
import traitsUse from './traits-use.json' with { type: 'json' };
import visit from './visit.json' with { type: 'json' };

type Concepts = Readonly<Record<string, Record<Language, string[]>>>;

/** What shops sell and do, and what those things are like. */
const things: Concepts = {
  ...goodsBakerySweets,
  ...goodsBeauty,
  ...goodsBicyclesDriving,
  ...goodsBody,
  ...goodsBooksToys,
  ...goodsClothes,
  ...goodsCoworking,
  ...goodsDairyPantry,
  ...goodsDental,
  ...goodsDishes,
  ...goodsDrinks,
  ...goodsElectronics,
  ...goodsEvents,
  ...goodsFaithTrade,
  ...goodsHairNails,
  ...goodsHealth,
  ...goodsHome,
  ...goodsJewelleryFlowers,
  ...goodsLeisure,
  ...goodsLessons,
  ...goodsLocksCleaning,
  ...goodsLodging,
  ...goodsMeals,
  ...goodsMeatFish,
  ...goodsMusicDance,
  ...goodsOptics,
  ...goodsPets,
  ...goodsPhotoPrint,
  ...goodsPlantsGarden,
  ...goodsProblems,
  ...goodsProduce,
  ...goodsRepair,
  ...goodsSewingLaundry,
  ...goodsShoes,
  ...goodsSports,
  ...goodsVehicles,
  ...goodsWaterOutdoor,
  ...traitsColours,
  ...traitsFood,
  ...traitsForm,
  ...traitsMeasures,
  ...traitsState,
  ...traitsUse,
};

/**
 * Concept → the words and phrases by which each language names it. A concept is the same in every language. Besides
 * things it is what any shop is asked about, such as the price.
 */
export const concepts: Concepts = {
  ...booking,
  ...delivery,
  ...money,
  ...people,
  ...peopleRelations,
  ...policies,
  ...product,
  ...visit,
  ...things,
};

/** Whether a concept is a thing or what a thing is like, not what is asked about things. */
export const isThing = (concept: string): boolean => concept in things;
