// Whole rounds of either game on a GPU, by the tables that were made from the rules. Holds no rule.
//
// Compiled by NVRTC and, so that it can be tested where there is no GPU, as plain C for one
// thread. The places of a head and the other names of `layout` are put before it as definitions.
//
// Lanes. A run is dealt in lanes: lane l plays its share of the rounds one after the other, each from a full
// pack, with random words of its own. A thread takes up lane after lane; what is counted does not hang
// on how many threads there are.
//
// Words. Block b of lane l is Philox4x32-10 of the counter (b, l, 0, 0) under the key of the run, low half first; its
// four words are used in turn. A word w picks card (w * size) >> 32 of the pack. It is passed over if the low
// half of that product is below 2^32 mod size, so that all cards are equally likely.
//
// Cards. A pack is a row of cards, each its letter and its place among the cards of that letter (drawn in
// `layout`). Cards of one letter cannot be told apart, so those already dealt may be taken for the first: if n of a
// letter are gone, a word that picks a place below n is passed over. That is drawing without replacement, and all
// there is to remember is a small count for each letter, in one number.

typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

#ifdef __CUDACC__
// One block of 1024 to a multiprocessor: each thread has 64 registers, which is faster than twice the threads.
#define KERNEL extern "C" __global__ void __launch_bounds__(1024, 1)
#define INLINE static __device__ __forceinline__
#define OWN_ROOM extern __shared__ u64 room[]
#define TOGETHER __syncthreads()
#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)
#define THREADS (gridDim.x * blockDim.x)
#define SEAT threadIdx.x
#define SEATS blockDim.x
#define ADD(place, count) atomicAdd(place, count)
#else
#define KERNEL void
#define INLINE static inline
#define OWN_ROOM static u64 room[1 << 15]
#define TOGETHER
#define THREAD thread
#define THREADS threads
#define SEAT 0
#define SEATS 1
#define ADD(place, count) (*(place) += (count))
static u32 thread = 0, threads = 1;
#endif

// ---- words

typedef struct {
    u32 a, b, c, d;
} Four;

// The two multipliers and the two steps of the key are Philox's own (Salmon, Moraes, Dror and Shaw, SC 2011).
INLINE Four words(u32 block, u32 lane, u64 key) {
    Four x = {block, lane, 0, 0};
    u32 low = (u32)key, high = (u32)(key >> 32);
    for (int i = 0; i < 10; i++) {
        u64 first = (u64)0xD2511F53u * x.a, second = (u64)0xCD9E8D57u * x.c;
        Four y = {(u32)(second >> 32) ^ x.b ^ low, (u32)second, (u32)(first >> 32) ^ x.d ^ high, (u32)first};
        x = y;
        low += 0x9E3779B9u;
        high += 0xBB67AE85u;
    }
    return x;
}

// ---- cards

typedef struct {
    const u16 *cards;
    u32 size;
    u32 uneven;  // 2^32 mod size
    u32 bits;    // for the count of each letter
} Pack;

INLINE Pack pack_of(const u16 *cards, u32 size, u32 bits) {
    Pack pack = {cards, size, (0u - size) % size, bits};
    return pack;
}

INLINE u64 one_of(const Pack *pack, u32 letter) { return (u64)1 << (letter * pack->bits); }

// The letter that a word picks, or 16 where it is to be passed over.
INLINE u32 picked(const Pack *pack, u64 gone, u32 word) {
    u64 product = (u64)word * pack->size;
    u32 card = pack->cards[product >> 32];
    u32 letter = card & 15;
    u32 before = (u32)(gone >> (letter * pack->bits)) & ((1u << pack->bits) - 1);
    return (u32)product >= pack->uneven && (card >> GPU_PLACE) >= before ? letter : 16;
}

// ---- a block's own copies and counts

INLINE void copied(u16 *to, const u16 *from, u32 count) {
    for (u32 i = SEAT; i < count; i += SEATS) to[i] = from[i];
}

INLINE void cleared(u32 *counts, u32 count) {
    for (u32 i = SEAT; i < count; i += SEATS) counts[i] = 0;
}

INLINE void added(u64 *to, const u32 *counts, u32 count) {
    for (u32 i = SEAT; i < count; i += SEATS)
        if (counts[i]) ADD(&to[i], (u64)counts[i]);
}

INLINE u64 share(u64 all, u32 lanes, u32 lane) { return all / lanes + (lane < all % lanes); }

// ---- rounds by a machine that takes a card at a time (`fused`)

typedef struct {
    const u16 *after;
    u32 letters;
    u32 ends;  // states from here on end the round
    u32 *counts;
} Machine;

typedef struct {
    u32 state, left;
    u64 gone;
} Lane;

INLINE u32 state_after(const Machine *machine, u32 state, u32 letter) {
    return machine->after[state * machine->letters + letter];
}

INLINE void step(const Machine *machine, const Pack *pack, Lane *lane, u32 word) {
    u32 letter = picked(pack, lane->gone, word);
    if (letter == 16 || !lane->left) return;
    lane->state = state_after(machine, lane->state, letter);
    lane->gone += one_of(pack, letter);
    if (lane->state >= machine->ends) {
        ADD(&machine->counts[lane->state - machine->ends], 1u);
        lane->left--;
        lane->state = 0;
        lane->gone = 0;
    }
}

INLINE void play_lanes(const Machine *machine, const Pack *pack, u64 rounds, u32 lanes, u64 key) {
    for (u32 l = THREAD; l < lanes; l += THREADS) {
        Lane lane = {0, (u32)share(rounds, lanes, l), 0};
        for (u32 block = 0; lane.left; block++) {
            Four w = words(block, l, key);
            step(machine, pack, &lane, w.a);
            step(machine, pack, &lane, w.b);
            step(machine, pack, &lane, w.c);
            step(machine, pack, &lane, w.d);
        }
    }
}

// Counts in `seen` how many of the rounds came to each end. `held` says whether the table fits beside the counts.
KERNEL play_rounds(const u16 *after, u32 ends, u32 letters, u32 endings, u32 held, const u16 *cards, u32 size,
                   u32 bits, u64 rounds, u32 lanes, u64 key, u64 *seen) {
    OWN_ROOM;
    u32 *counts = (u32 *)room;
    u16 *own_cards = (u16 *)(counts + endings), *own = own_cards + size;
    cleared(counts, endings);
    copied(own_cards, cards, size);
    if (held) copied(own, after, ends * letters);
    TOGETHER;
    Pack pack = pack_of(own_cards, size, bits);
    // Two calls, so that in each the compiler knows which kind of memory it reads.
    if (held) {
        Machine machine = {own, letters, ends, counts};
        play_lanes(&machine, &pack, rounds, lanes, key);
    } else {
        Machine machine = {after, letters, ends, counts};
        play_lanes(&machine, &pack, rounds, lanes, key);
    }
    TOGETHER;
    added(seen, counts, endings);
}

// ---- splits, by the row of the game (`layout`); see `rounds`, whose functions these are

typedef struct {
    Pack pack;
    u64 gone, key;
    u32 lane, block, left;
    Four next;
    const u16 *given;  // letters to be dealt instead, in tests
} Shoe;

INLINE u32 draw(Shoe *shoe) {
#ifndef __CUDACC__
    if (shoe->given) return *shoe->given++;
#endif
    for (;;) {
        if (!shoe->left) {
            shoe->next = words(shoe->block++, shoe->lane, shoe->key);
            shoe->left = 4;
        }
        u32 letter = picked(&shoe->pack, shoe->gone, shoe->next.a);
        Four moved = {shoe->next.b, shoe->next.c, shoe->next.d, 0};
        shoe->next = moved;
        shoe->left--;
        if (letter < 16) {
            shoe->gone += one_of(&shoe->pack, letter);
            return letter;
        }
    }
}

typedef struct {
    const u32 *head;
    const u16 *row;
} Game;

typedef struct {
    u64 ended;  // the class of each hand, in eight bits
    int count;
} Hands;

INLINE int ended_as(const Hands *hands, int i) { return (int)(hands->ended >> (8 * i)) & 255; }

INLINE Hands play_position(const Game *game, Shoe *shoe, u32 hand, u32 up) {
    const u32 *head = game->head;
    const u16 *row = game->row;
    u32 act = head[ACT] + up * head[HANDS_MOST] * head[HANDS];
    u16 stack[HANDS_MAX];
    int waiting = 0;
    Hands hands = {0, 0};
    for (;;) {
        u32 does = row[act + hand];
        if (does == SPLIT) {
            hand = row[head[HALF] + hand];
            stack[waiting++] = (u16)hand;
            act += head[HANDS];
            continue;
        }
        if (does >= HIT) {
            hand = row[head[AFTER] + 10 * hand + draw(shoe)];
            if (does == HIT) continue;
            does = row[head[DOUBLED] + hand];
        }
        hands.ended |= (u64)does << (8 * hands.count++);
        if (!waiting) return hands;
        hand = stack[--waiting];
    }
}

INLINE int position_demand(const Game *game, int possible, const Hands *hands) {
    const u32 *head = game->head;
    u32 need = head[NEED] + (possible ? (head[BUSTS] - head[NEED]) / 2 : 0);
    int most = 0, busted = 0;
    for (int i = 0; i < hands->count; i++) {
        int ended = ended_as(hands, i), wanted = game->row[need + ended];
        most = wanted > most ? wanted : most;
        busted += game->row[head[BUSTS] + ended];
    }
    return possible && head[BUSTS_MATTER] && busted > 1 && most < SECOND_CARD ? SECOND_CARD : most;
}

INLINE int play_dealer(const Game *game, Shoe *shoe, u32 up, int second, int demand) {
    const u32 *head = game->head;
    const u16 *row = game->row;
    if (demand < SECOND_CARD) return END_NONE;
    u32 card = second < 0 ? draw(shoe) : (u32)second;
    u32 dealer = row[head[DEALER_AFTER] + 10 * row[head[DEALER_AFTER] + up] + card];
    while (demand == WHOLE_HAND && row[head[DEALER_END] + dealer] == DRAWS)
        dealer = row[head[DEALER_AFTER] + 10 * dealer + draw(shoe)];
    int end = row[head[DEALER_END] + dealer];
    return demand == WHOLE_HAND || end == END_BLACKJACK ? end : END_NONE;
}

INLINE int position_net(const Game *game, const Hands *hands, int end, u32 *pairs) {
    const u32 *head = game->head;
    int net = 0, beaten = 0;
    for (int i = 0; i < hands->count; i++) {
        int ended = ended_as(hands, i);
        ADD(&pairs[8 * ended + end], 1u);
        if (end == END_BLACKJACK && hands->count > 1) {
            net += game->row[head[SPLIT_PAYS] + ended] - BIAS;
            beaten += 1 - game->row[head[SPARED] + ended];
        } else {
            net += game->row[head[PAYS] + 8 * ended + end] - BIAS;
        }
    }
    return beaten > 0 ? net + (int)head[FLAT] - BIAS : net;
}

INLINE int finish_split(const Game *game, Shoe *shoe, u32 hand, u32 up, int second, u32 *pairs) {
    const u32 *head = game->head;
    int possible = game->row[head[BLACKJACKS] + up] && second < 0;
    Hands hands = play_position(game, shoe, hand, up);
    int demand = position_demand(game, possible, &hands);
    int insured = game->row[head[OFFERS] + up] && head[INSURED] && game->row[head[INSURABLE] + hand];
    if (insured && possible && demand < SECOND_CARD) demand = SECOND_CARD;
    int end = play_dealer(game, shoe, up, second, demand);
    int net = position_net(game, &hands, end, pairs);
    return insured ? net + (int)(end == END_BLACKJACK ? head[INSURANCE_WON] : head[INSURANCE_LOST]) - BIAS : net;
}

// Split s is of the first kind k with s < upto[k]. A kind is hand, up card, second card or -1, value of the pair.
INLINE void play_lanes_of_splits(const Game *game, const Pack *pack, const int *kinds, const u64 *upto, u32 count,
                                 u32 lanes, u64 key, u32 *nets, u32 middle, u32 *pairs) {
    u64 all = upto[count - 1];
    for (u32 l = THREAD; l < lanes; l += THREADS) {
        Shoe shoe = {*pack, 0, key, l, 0, 0, {0, 0, 0, 0}, 0};
        u32 k = 0;
        for (u64 s = l; s < all; s += lanes) {
            while (s >= upto[k]) k++;
            const int *kind = kinds + 4 * k;
            shoe.gone = 2 * one_of(pack, kind[3]) + one_of(pack, kind[1]);
            if (kind[2] >= 0) shoe.gone += one_of(pack, kind[2]);
            ADD(&nets[middle + finish_split(game, &shoe, kind[0], kind[1], kind[2], pairs)], 1u);
        }
    }
}

// Plays the splits to their ends: counts what they gain in `nets`, no gain in the middle, and their hands in `pairs`.
KERNEL play_splits(const u32 *head, const u16 *row, u32 length, u32 held, const int *kinds, const u64 *upto,
                   u32 count, const u16 *cards, u32 size, u32 bits, u32 lanes, u64 key, u32 gains, u32 endings,
                   u64 *nets, u64 *pairs) {
    OWN_ROOM;
    u32 *own_nets = (u32 *)room, *own_pairs = own_nets + gains;
    u16 *own_cards = (u16 *)(own_pairs + endings), *own = own_cards + size;
    cleared(own_nets, gains + endings);
    copied(own_cards, cards, size);
    if (held) copied(own, row, length);
    TOGETHER;
    Pack pack = pack_of(own_cards, size, bits);
    if (held) {
        Game game = {head, own};
        play_lanes_of_splits(&game, &pack, kinds, upto, count, lanes, key, own_nets, gains / 2, own_pairs);
    } else {
        Game game = {head, row};
        play_lanes_of_splits(&game, &pack, kinds, upto, count, lanes, key, own_nets, gains / 2, own_pairs);
    }
    TOGETHER;
    added(nets, own_nets, gains);
    added(pairs, own_pairs, endings);
}

#ifndef __CUDACC__
// ---- for tests

void as_thread(u32 which, u32 of) {
    thread = which;
    threads = of;
}

void block_of_words(u32 block, u32 lane, u64 key, u32 *to) {
    Four w = words(block, lane, key);
    to[0] = w.a, to[1] = w.b, to[2] = w.c, to[3] = w.d;
}

u32 follow(const u16 *after, u32 ends, u32 letters, const u16 *given, u32 *used) {
    Machine machine = {after, letters, ends, 0};
    u32 state = 0;
    for (*used = 0; state < ends; ++*used) state = state_after(&machine, state, given[*used]);
    return state;
}

int finish_split_given(const u32 *head, const u16 *row, u32 hand, u32 up, int second, const u16 *given, u32 *used,
                       u32 *pairs) {
    Game game = {head, row};
    Shoe shoe = {{0, 1, 0, 0}, 0, 0, 0, 0, 0, {0, 0, 0, 0}, given};
    int net = finish_split(&game, &shoe, hand, up, second, pairs);
    *used = (u32)(shoe.given - given);
    return net;
}
#endif
