/* A plain scalar loop, as one would write it first: one blackjack position, fresh shoe, chart by total,
   splits, doubles, late surrender, hole card looked at under aces and tens, dealer stands on all 17s.
   It is here to be compared with, and is compiled on the spot by the benchmark. */
#include <stdint.h>

enum { STAND, HIT, DOUBLE, DOUBLE_STAND, SPLIT, SURRENDER };

static uint8_t shoe[416];
static int at;
static uint64_t word_state;

static uint32_t word(void) {
    uint64_t z = (word_state += 0x9E3779B97F4A7C15ull);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return (uint32_t)((z ^ (z >> 31)) >> 32);
}

static int draw(void) {
    int other = at + (int)(((uint64_t)word() * (uint64_t)(416 - at)) >> 32);
    uint8_t card = shoe[other];
    shoe[other] = shoe[at];
    shoe[at++] = card;
    return card; /* 1 ace ... 10 ten */
}

struct hand { int total, soft, cards; };

static void add(struct hand *h, int card) {
    h->total += card;
    h->cards++;
    if (card == 1 && h->total + 10 <= 21) { h->total += 10; h->soft = 1; }
    if (h->total > 21 && h->soft) { h->total -= 10; h->soft = 0; }
}

/* Plays a hand; writes final totals and stakes of all hands it becomes. */
static int play(const uint8_t *chart, struct hand h, int pair, int up, int split, int *hands, int *totals, int *stakes) {
    for (;;) {
        if (h.total >= 21) break;
        int code = pair && *hands < 4 && split < 2 ? chart[400 + pair * 11 + up] : chart[(h.soft ? 200 : 0) + (h.total - 4) * 11 + up];
        if (code == SPLIT) {
            (*hands)++;
            int count = 0;
            for (int i = 0; i < 2; i++) {
                struct hand part = {0, 0, 0};
                add(&part, pair);
                int card = draw();
                add(&part, card);
                if (pair == 1) { totals[count] = part.total; stakes[count++] = 1; continue; }
                count += play(chart, part, card == pair ? pair : 0, up, split + 1, hands, totals + count, stakes + count);
            }
            return count;
        }
        if (code == SURRENDER) {
            if (h.cards == 2 && split == 0) { totals[0] = -1; stakes[0] = 1; return 1; }
            code = HIT;
        }
        if ((code == DOUBLE || code == DOUBLE_STAND) && h.cards == 2) {
            add(&h, draw());
            totals[0] = h.total;
            stakes[0] = 2;
            return 1;
        }
        if (code == STAND || code == DOUBLE_STAND) break;
        add(&h, draw());
        pair = 0;
    }
    totals[0] = h.total;
    stakes[0] = 1;
    return 1;
}

/* Twice the net gain of so many rounds; the chart has hard totals, soft totals, pairs, by up card. */
int64_t plain_rounds(const uint8_t *chart, int64_t rounds, uint64_t seed) {
    int64_t net = 0;
    word_state = seed;
    for (int i = 0, n = 0; i < 10; i++)
        for (int c = 0; c < (i == 9 ? 128 : 32); c++) shoe[n++] = (uint8_t)(i + 1);
    while (rounds-- > 0) {
        at = 0;
        int a = draw(), up = draw(), b = draw(), hole = draw();
        struct hand player = {0, 0, 0}, dealer = {0, 0, 0};
        add(&player, a);
        add(&player, b);
        add(&dealer, up);
        add(&dealer, hole);
        if (dealer.total == 21) { net -= player.total == 21 ? 0 : 2; continue; }
        if (player.total == 21) { net += 3; continue; }
        int totals[8], stakes[8], hands = 1, standing = 0;
        int count = play(chart, player, a == b ? a : 0, up, 0, &hands, totals, stakes);
        for (int i = 0; i < count; i++) standing |= totals[i] > 0 && totals[i] <= 21;
        while (standing && dealer.total < 17) add(&dealer, draw());
        for (int i = 0; i < count; i++) {
            int stake = 2 * stakes[i];
            if (totals[i] < 0) net -= 1;
            else if (totals[i] > 21) net -= stake;
            else if (dealer.total > 21 || totals[i] > dealer.total) net += stake;
            else if (totals[i] < dealer.total) net -= stake;
        }
    }
    return net;
}
