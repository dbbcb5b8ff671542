"""1024 sorted words of 4 to 7 letters; the first four letters of each are unique.

They are part of the protocol: a word must not change or move.
"""

_TEXT = """
acorn action admire alarm album alert alley almond alpha amber amount anchor angle animal ankle answer anthem
antler anvil apple apron arch arctic arena arrow artist ashore assist atlas attic auburn august autumn avenue
awake award baby bacon badge bagel baker bamboo banana banjo barber barley basket batter beach beard beaver
beetle begin bell bench berry bike binder birch bishop bison blend blue board boat bobbin body bold bonus book
border bottle bounce bowl boxer branch brave bread brick bridge bright broom brush bubble bucket budget bulb
bundle bunny burger busy butter buzzer cabin cable cactus cafe cake calm camel canary candle canoe canvas canyon
carbon cargo carpet carrot carve castle cattle cave cedar celery cellar cement cereal chair chalk change cheese
cherry chess chief chin choice chorus circle citrus claim clay clean clever cliff climb clock cloud clover clown
coach coast cobalt cocoa code coffee coin collar color comb comet common cook copper coral corner cotton couch
cover cowboy cozy cradle crane crater cream crop crown cruise cube custom cycle daily dairy daisy dance daring
dark date dawn decade deer delay denim depth desert design detail device dial diamond diary diesel dinner direct
dish dive dizzy doctor dolphin domino donkey door dorm double dough dove dozen dragon drawer dream dress drift
drive drop drum dryer duck duet dune dynamo eager eagle early earth easel east echo edge editor eight elbow
elder eleven embark emerald empire empty enamel engine enjoy equip eraser errand escape essay exit exotic expert
fabric face fairy falcon famous fancy farmer fence fern ferry fiddle field fifty figure film final finger finish
fire first fish flag flame flavor fleet flight float flower fluid flute foam focus foggy folder follow food
forest fork fossil fourth frame fresh frog frost fruit fuel funnel fusion future gadget galaxy game garage
garden garlic gate gather gauge gear gecko gentle germ giant gift ginger giraffe glad glass glider globe glove
glue goal goat goblet golden goose grain grape gravel green grid grocer ground grove guard guest guide guitar
gulf gust habit hall hamlet hammer hand harbor hatch haven hawk hazel head hearth heater heavy hedge height
helmet herald herb hermit hero hiccup hidden hiking hill hinge hobby hockey hollow honest hood hoof hope horn
horse hotel hour house hover humble hungry hunter hurdle hybrid hyena icicle icon idea igloo inch indoor inner
invent invite iron island ivory jacket jade jaguar jazz jelly jersey jester jewel jigsaw jockey join joke jolly
joyful juggle juice july jumble jump jungle karate kayak kennel kernel kettle kimono kind king kiosk kite kitten
kiwi knee knock koala label ladder lagoon lake lamp land lantern lapel laser laugh launch lava lawn layer leader
leaf league ledge left legend lemon lender length lentil leopard lesson letter level library light lilac lily
linen lion liquid list lizard loaf lobster locket lodge logic loop lotion lotus lounge loyal lucky lumber lunar
lunch lute luxury lyric magic magnet mail mammal manage mango maple marble march margin market marsh mask match
math mayor maze meadow meal medal media melody memory menu metal meteor mice middle mild milk minnow mirror mist
mitten mobile model moment money monkey moon moose mosaic mouse movie muffin muscle museum music mustard mystery
myth nail name napkin nature navy nebula neck nectar needle neon nerve nest nickel night nimble nine noise nomad
noodle nose nougat novel nozzle nugget nurse nutmeg nylon oasis oats oboe ocean offer office olive omelet onion
onward opera optic oracle orange orbit organ orient otter ounce oval oven oxygen oyster ozone paddle page paint
palace palm panda panel panther papaya paper parade parent parrot party pastry patch path patrol pause peach
peanut pearl pebble pedal pelican pencil penguin pepper phone photo phrase piano pickle picnic piece pigeon
pillow pilot pine pipe pirate pitch pizza place planet plate plaza pledge plenty plot plum pocket podium poem
poet point polar pond pony poplar poppy porch portal potato powder power prince prize puffin pulley pump punch
pupil puppet purple purse puzzle pyramid python queen quick quiet quilt quiz rabbit raccoon race radar radio
raft rail rain raisin rally random ranger rattle raven razor reach recipe record reef relax rental rescue reward
rhythm ribbon rice rich ridge ring ripple river road roast robin robot rocket rodeo roller roof room root rope
rose rotate round rover royal rubber ruby rudder rugby ruler rumble runway rustic saddle safari safety sage sail
salad salmon salon salt salute sample sandal satin saturn sauce sauna scale scarf scene school score scout
screen script search season seat second seed series sesame settle shadow shake shark sheep shelf shield ship
shirt shoe shore shout shovel shower shrimp signal silk silver simple singer sitar skate sketch skill sled sleep
slice slide slogan slope smile smoke smooth snack snail snow soap soccer social sock sofa soil solar solid
sonata song sound soup space spark speed sphere spice spider spiral spoon sport spring spruce square squid
stable staff stage stairs stamp star steam steel stem step stereo stick still stone stool store stove straw
street string strong studio subway sugar suit summer supper surf sushi swan sweater swift swim switch sword
symbol table tackle taco tailor talent tandem tango tank tape target tavern taxi team teapot temple tennis tent
test text thank theme thorn thread throne thumb thunder thyme ticket tide tiger tile timber tinsel tiny tissue
title toad toast toffee token tomato tone tongue tool tooth topic torch totem toucan tour towel town track trade
train travel tray tree trial tribe trick trim trip trophy trout truck trunk trust truth tuba tube tulip tumble
tuna tundra tune tunnel turban turkey turnip turtle tutor tuxedo twig twin twirl twist unicorn union unique
uphill upon vacuum valley vapor vase vault vector velvet vessel video view vine violin visit vivid vocal volcano
volley volume voyage waffle wagon waist waiter walk wallet walnut walrus waltz wander warm wash water wave weave
well west whale wheat wheel wicket wild willow wind wine wing winner winter wire wisdom wish wizard wolf wonder
wood wool word work world woven wrap wreath wren yacht yard yarn year yeast yellow yoga yogurt zebra zenith zero
zigzag zinc zipper zodiac zone
"""
WORDS = tuple(_TEXT.split())
