/* Checks tables of octal and hexadecimal games, from the definition, and without any code of
 * grundy's.
 *
 *     cc -O2 -o check results/check.c && ./check results/octal-4.csv
 *
 * For every line of the table (or, with a second argument, of those whose status is this word)
 * the first values g(0), g(1), ... are computed as the least number that no option has, each
 * option one by one: 10,000 values, or 1,000 where heaps may be split in three. They must have the
 * checksum of the table, which is FNV-1a of the values as four bytes each. A period that these
 * values reach must hold among them, and its preperiod must be the least one.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 10000, FEWER = 1000, VALUES = 1 << 16, COLUMNS = 64, LINE = 1 << 16 };

static unsigned heaps, g[MOST], seen[VALUES];

/* Marks the values that so many heaps, none larger than one before, may have together. */
static void mark(unsigned tokens, unsigned parts, unsigned largest, unsigned value, unsigned sign)
{
    if (parts == 1) {
        if (tokens <= largest)
            seen[value ^ g[tokens]] = sign;
        return;
    }
    unsigned least = (tokens + parts - 1) / parts, most = tokens - (parts - 1);

    for (unsigned part = least; part <= largest && part <= most; part++)
        if (parts == 2)
            seen[value ^ g[part] ^ g[tokens - part]] = sign;
        else
            mark(tokens - part, parts - 1, part, value ^ g[part], sign);
}

/* In a game 0.d1d2d3..., so many tokens may be taken as a digit stands behind the point: if its
 * bit 1 is set, all of a heap; if its bit 2, 4 or 8 is, a part that leaves one heap, two or
 * three. */
static void compute(const char *code)
{
    unsigned length = strlen(code);

    memset(seen, 0, sizeof seen);
    for (unsigned n = 0; n < heaps; n++) {
        for (unsigned taken = 1; taken <= length && taken <= n; taken++) {
            unsigned digit = strchr("0123456789abcdef", code[taken - 1]) - "0123456789abcdef";
            unsigned rest = n - taken;

            if ((digit & 1) && rest == 0)
                seen[0] = n + 1;
            for (unsigned parts = 1; parts <= 3; parts++)
                if ((digit >> parts & 1) && rest >= parts)
                    mark(rest, parts, rest, 0, n + 1);
        }
        g[n] = 0;
        while (seen[g[n]] == n + 1)
            g[n]++;
    }
}

static uint64_t checksum(void)
{
    uint64_t sum = 0xcbf29ce484222325;

    for (unsigned n = 0; n < heaps; n++)
        for (unsigned byte = 0; byte < 4; byte++)
            sum = (sum ^ (g[n] >> 8 * byte & 255)) * 0x100000001b3;
    return sum;
}

/* The least n from which g(n + period) = g(n) + saltus, as far as there are values. */
static uint64_t preperiod(uint64_t period, uint64_t saltus)
{
    uint64_t n = heaps - period;

    while (n > 0 && g[n - 1] + saltus == g[n - 1 + period])
        n--;
    return n;
}

/* Parts a line at its commas; no field of these tables contains one. */
static int split(char *line, char *fields[COLUMNS])
{
    int count = 0;

    line[strcspn(line, "\r\n")] = 0;
    for (char *at = line; at && count < COLUMNS; count++) {
        fields[count] = at;
        if ((at = strchr(at, ',')))
            *at++ = 0;
    }
    return count;
}

static int column(char *heading[], int count, const char *name)
{
    for (int at = 0; at < count; at++)
        if (!strcmp(heading[at], name))
            return at;
    fprintf(stderr, "the table has no column %s\n", name);
    exit(2);
}

int main(int argc, char *argv[])
{
    static char first[LINE], line[LINE];
    char *heading[COLUMNS], *fields[COLUMNS];
    unsigned checked = 0, periods = 0, wrong = 0;
    FILE *table = argc > 1 ? fopen(argv[1], "r") : NULL;

    if (!table || !fgets(first, LINE, table)) {
        fprintf(stderr, "usage: check TABLE.csv [STATUS]\n");
        return 2;
    }
    int count = split(first, heading);
    int game = column(heading, count, "game"), status = column(heading, count, "status");
    int sum = column(heading, count, "checksum"), period = column(heading, count, "period");
    int from = column(heading, count, "preperiod"), saltus = column(heading, count, "saltus");
    int differ = column(heading, count, "split");
    while (fgets(line, LINE, table)) {
        char code[64];

        if (split(line, fields) != count)
            *fields[game] = 0;
        if (sscanf(fields[game], "octal(0.%63[0-7])", code) == 1)
            heaps = MOST;
        else if (sscanf(fields[game], "hexadecimal(0.%63[0-9a-f])", code) == 1)
            heaps = FEWER;
        else {
            fprintf(stderr, "this line cannot be read: %s\n", fields[game]);
            return 2;
        }
        if ((argc > 2 && strcmp(argv[2], fields[status])) || !*fields[sum])
            continue;
        compute(code);
        checked++;
        if (checksum() != strtoull(fields[sum], NULL, 16)) {
            printf("%s: other values\n", fields[game]);
            wrong++;
        }
        uint64_t p = strtoull(fields[period], NULL, 10), n0 = strtoull(fields[from], NULL, 10);
        uint64_t s = strtoull(fields[saltus], NULL, 10);
        if (p > 0 && n0 + 2 * p <= heaps && strcmp(fields[differ], "true")) {
            periods++;
            if (preperiod(p, s) != n0) {
                printf("%s: not the period %" PRIu64 " from %" PRIu64 "\n", fields[game], p, n0);
                wrong++;
            }
        }
    }
    printf("%u games have the values of the table, %u periods hold as far; %u faults\n",
           checked - wrong, periods, wrong);
    return wrong > 0;
}
