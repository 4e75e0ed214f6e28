// Without zod and hash functions, because every phone in the hall loads this module.

/** One name for each value of a byte. The list never changes, so that issued tickets keep their names. */
const ANIMALS = `
  Agouti Alpaca Anchovy Anteater Antelope Armadillo Auk Avocet Axolotl Badger Bat Bear Beaver Bee
  Beetle Bilby Bison Bittern Blackbird Bluejay Bobcat Bonobo Bream Budgie Buffalo Bullfinch Bunting
  Butterfly Buzzard Camel Canary Capybara Caracal Cardinal Caribou Carp Cat Chamois Cheetah
  Chickadee Chipmunk Cicada Civet Clam Cod Condor Coot Cormorant Cougar Coyote Crab Crane Crayfish
  Cricket Crow Curlew Deer Dingo Dipper Dolphin Dormouse Dove Dragonfly Duck Dugong Dunlin Eagle
  Echidna Eel Egret Eider Eland Elk Emu Ermine Falcon Fennec Ferret Finch Firefly Flamingo Flounder
  Fox Frog Fulmar Gannet Gazelle Gecko Gibbon Giraffe Gnu Goat Goldfinch Goose Grebe Guppy Haddock
  Halibut Hamster Hare Harrier Hawk Hedgehog Heron Herring Hoopoe Hornbill Horse Husky Ibex Ibis
  Iguana Impala Jackdaw Jaguar Jay Jellyfish Jerboa Kakapo Kangaroo Kea Kestrel Kite Kiwi Koala Koi
  Kudu Ladybird Lamb Lapwing Lark Lemming Lemur Leopard Linnet Lion Lizard Llama Lobster Loris Lynx
  Macaw Mackerel Magpie Mallard Manatee Manta Mantis Marlin Marmot Marten Meerkat Merlin Minnow
  Mole Mongoose Moose Moth Mouse Mussel Narwhal Newt Nightjar Numbat Nuthatch Ocelot Octopus Okapi
  Opossum Orca Oriole Oryx Osprey Ostrich Otter Owl Oyster Panda Panther Parrot Peacock Pelican
  Penguin Perch Pheasant Pigeon Pika Pike Pipit Platypus Plover Pony Porcupine Porpoise Puffin Puma
  Quail Quetzal Quokka Rabbit Raccoon Raven Redstart Redwing Reindeer Rhino Robin Rook Salmon
  Sardine Scallop Seahorse Seal Serval Shark Sheep Shrike Shrimp Skylark Sloth Snail Sparrow Squid
  Squirrel Starfish Starling Stoat Stork Sturgeon Swallow Swan Swift Tapir Teal Tern Thrush Tiger
  Tortoise Toucan Trout Tuna Turtle Urchin Vicuna Wallaby Walrus Warbler Waxwing Weaver Wigeon Wolf
  Wolverine Wombat Wren Yak Zebra
`
  .trim()
  .split(/\s+/);

/** The number of hexadecimal digits of a ticket on which its name depends. */
export const TICKET_DIGITS = 8;

/** The animal of all tickets that begin with a byte. */
export function animalOf(byte: number, animals: readonly string[] = ANIMALS): string {
  return animals[byte] ?? '';
}

/**
 * The name of a ticket, which people can shout and recognise: `Heron 4217`. Two tickets may share one. Other languages
 * have their own names of the same animals.
 */
export function ticketName(ticket: string, animals: readonly string[] = ANIMALS): string {
  const animal = animalOf(Number.parseInt(ticket.slice(0, 2), 16), animals);
  const number = Number.parseInt(ticket.slice(2, TICKET_DIGITS), 16) % 10_000;
  return `${animal} ${String(number).padStart(4, '0')}`;
}
