/* Checks results/boards.csv by search, from the rules of the games and the definition of sums.

       c++ -O2 -std=c++17 -o boards results/boards.cpp && ./boards results/boards.csv [POSITIONS]

   A value V is right for a board G if and only if G - V is lost for the player who starts, whoever
   that is. So the program plays G - V to its end, in all ways that matter, and knows nothing of
   canonical forms. A board without a value has its outcome checked. Boards that need more than
   POSITIONS positions (1,000,000 if nothing is said) are counted as too large. */

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

using std::string;
using std::vector;
typedef uint64_t Squares; /* bit y * width + x */

/* ---- Values: games by their options ---- */

struct Form {
    vector<int> options[2]; /* of Left, of Right */
};

static vector<Form> forms;
static std::map<std::pair<vector<int>, vector<int>>, int> numbers_of_forms;
static std::map<std::pair<int, int>, int> sums;
static std::map<int, int> negatives;

static int form(vector<int> left, vector<int> right) {
    for (vector<int> *options : {&left, &right}) {
        std::sort(options->begin(), options->end());
        options->erase(std::unique(options->begin(), options->end()), options->end());
    }
    auto known = numbers_of_forms.emplace(std::make_pair(left, right), (int)forms.size());
    if (known.second) forms.push_back(Form{{left, right}});
    return known.first->second;
}

static int negative(int game) {
    auto known = negatives.find(game);
    if (known != negatives.end()) return known->second;
    vector<int> options[2];
    for (int player : {0, 1})
        for (int option : vector<int>(forms[game].options[player]))
            options[1 - player].push_back(negative(option));
    return negatives[game] = form(options[0], options[1]);
}

static int sum(int a, int b) {
    auto known = sums.find({a, b});
    if (known != sums.end()) return known->second;
    vector<int> options[2];
    for (int player : {0, 1}) {
        for (int option : vector<int>(forms[a].options[player])) options[player].push_back(sum(option, b));
        for (int option : vector<int>(forms[b].options[player])) options[player].push_back(sum(a, option));
    }
    return sums[{a, b}] = form(options[0], options[1]);
}

static int integer(long n) {
    if (n < 0) return negative(integer(-n));
    return n == 0 ? form({}, {}) : form({integer(n - 1)}, {});
}

/* n / d, where d is a power of two. */
static int fraction(long n, long d) {
    for (; d > 1 && n % 2 == 0; d /= 2) n /= 2;
    return d == 1 ? integer(n) : form({fraction(n - 1, d)}, {fraction(n + 1, d)});
}

static int nimber(long n) {
    vector<int> options;
    for (long smaller = 0; smaller < n; smaller++) options.push_back(nimber(smaller));
    return form(options, options);
}

/* Up to the power n: {0 | * - up - ... - up^(n-1)}. */
static int power_of_up(long n) {
    int right = nimber(1);
    for (long lower = 1; lower < n; lower++) right = sum(right, negative(power_of_up(lower)));
    return form({integer(0)}, {right});
}

/* ---- Values: how they are written ---- */

struct Reader {
    const string &text;
    size_t at = 0;

    explicit Reader(const string &text) : text(text) {}

    [[noreturn]] void fail() const { throw std::runtime_error("not a value: " + text); }
    bool comes(const string &word) const { return text.compare(at, word.size(), word) == 0; }
    bool skip(const string &word) {
        bool here = comes(word);
        if (here) at += word.size();
        return here;
    }
    void expect(const string &word) {
        if (!skip(word)) fail();
    }
    bool digit() const { return at < text.size() && isdigit((unsigned char)text[at]); }
    long number() {
        if (!digit()) fail();
        long n = 0;
        while (digit()) n = 10 * n + (text[at++] - '0');
        return n;
    }

    int all() {
        int game = value();
        if (at < text.size()) fail();
        return game;
    }

    /* Numbers, ups, nimbers and tinies that stand side by side are added. */
    int value() {
        if (comes("{")) {
            at++;
            int game = sides(longest_bars(at));
            expect("}");
            return game;
        }
        if (skip("+-")) return switch_();
        int total = integer(0);
        size_t start = at;
        if (digit() || comes("-")) {
            long sign = skip("-") ? -1 : 1, n = sign * number();
            total = fraction(n, skip("/") ? number() : 1);
        }
        if (comes("^") || comes("v")) total = sum(total, ups());
        if (skip("*")) total = sum(total, nimber(digit() ? number() : 1));
        for (bool tiny : {true, false})
            if (skip(tiny ? "Tiny(" : "Miny(")) {
                int threat = negative(value());
                expect(")");
                int game = form({integer(0)}, {form({integer(0)}, {threat})});
                total = sum(total, tiny ? game : negative(game));
            }
        if (at == start) fail();
        return total;
    }

    int ups() {
        bool up = text[at] == '^';
        string arrow(1, text[at]);
        long count = 0;
        while (skip(arrow)) count++;
        int game = integer(0);
        if (skip("<")) {
            game = power_of_up(number());
            expect(">");
        } else if (skip("[")) {
            for (long n = number(); n > 0; n--) game = sum(game, power_of_up(n));
            expect("]");
        } else {
            if (digit()) count = number();
            for (; count > 0; count--) game = sum(game, power_of_up(1));
        }
        return up ? game : negative(game);
    }

    /* +-G is {G | -G}; +-{G,H} has two options of each player. */
    int switch_() {
        vector<int> left;
        if (skip("(")) {
            left = {value()};
            expect(")");
        } else if (comes("{") && longest_bars(at + 1) == 0) {
            at++;
            left = list(0);
            expect("}");
        } else {
            left = {value()};
        }
        vector<int> right;
        for (int option : left) right.push_back(negative(option));
        return form(left, right);
    }

    /* The longest row of bars outside brackets, up to one of `end` bars or a closing bracket. */
    size_t longest_bars(size_t from, size_t end = SIZE_MAX) const {
        size_t longest = 0, depth = 0;
        for (size_t i = from; i < text.size(); i++) {
            if (text[i] == '{' || text[i] == '(') depth++;
            if (text[i] == '}' || text[i] == ')') {
                if (depth == 0) break;
                depth--;
            }
            size_t bars = 0;
            while (depth == 0 && i + bars < text.size() && text[i + bars] == '|') bars++;
            if (bars >= end) break;
            longest = std::max(longest, bars);
            if (bars > 0) i += bars - 1;
        }
        return longest;
    }

    /* A game whose sides are parted by so many bars. */
    int sides(size_t bars) {
        if (bars == 0) fail();
        vector<int> left = list(bars);
        expect(string(bars, '|'));
        return form(left, list(bars));
    }

    /* One side of a game whose sides are parted by `bars` bars: options with commas between them,
       or one game without braces, with fewer bars. */
    vector<int> list(size_t bars) {
        if (comes("|") || comes("}")) return {};
        size_t inner = longest_bars(at, bars);
        if (inner > 0) return {sides(inner)};
        vector<int> options;
        do options.push_back(value());
        while (skip(","));
        return options;
    }
};

/* ---- Boards ---- */

struct Board {
    Squares own[2]; /* stones, queens, toads or frogs; in Domineering, [0] is what is covered */
    Squares closed; /* by arrows */
    bool operator==(const Board &o) const {
        return own[0] == o.own[0] && own[1] == o.own[1] && closed == o.closed;
    }
};

static string game;
static int width, height;

static Squares square(int x, int y) { return Squares(1) << (y * width + x); }
static bool inside(int x, int y) { return 0 <= x && x < width && 0 <= y && y < height; }
static const int DX[] = {1, 0, -1, 0, 1, -1, 1, -1}, DY[] = {0, 1, 0, -1, 1, 1, -1, -1};

static Board start(const string &strip) {
    Board board = {{0, 0}, 0};
    if (game == "clobber" || game == "konane")
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) board.own[(x + y) % 2] |= square(x, y);
    if (game == "konane")
        for (int x : {(width - 1) / 2, (width - 1) / 2 + 1})
            if (x < width)
                for (Squares &own : board.own) own &= ~square(x, (height - 1) / 2);
    if (game == "amazons")
        for (int player : {0, 1}) {
            auto row = [&](int y) { return player == 1 ? y : height - 1 - y; };
            int in = (width - 1) / 3, far = (height - 1) / 3;
            for (int x : {in, width - 1 - in}) board.own[player] |= square(x, row(0));
            for (int x : {0, width - 1}) board.own[player] |= square(x, row(far));
        }
    for (int x = 0; x < (int)strip.size(); x++) {
        if (strip[x] == 'T') board.own[0] |= square(x, 0);
        if (strip[x] == 'F') board.own[1] |= square(x, 0);
    }
    return board;
}

/* Whether each group of both colours has an empty point beside it. */
static bool all_breathe(const Board &board) {
    Squares taken = board.own[0] | board.own[1];
    for (Squares own : board.own)
        while (own) {
            Squares group = own & -own, last = 0;
            bool breathes = false;
            while (group != last) {
                last = group;
                for (int y = 0; y < height; y++)
                    for (int x = 0; x < width; x++)
                        for (int d = 0; d < 4 && last & square(x, y); d++) {
                            if (!inside(x + DX[d], y + DY[d])) continue;
                            Squares beside = square(x + DX[d], y + DY[d]);
                            if (own & beside) group |= beside;
                            breathes |= !(taken & beside);
                        }
            }
            if (!breathes) return false;
            own &= ~group;
        }
    return true;
}

/* Calls `found` for each move until it says that this is enough. */
template <class Found> static bool moves(const Board &board, int player, Found found) {
    Squares mine = board.own[player], theirs = board.own[1 - player];
    Squares taken = mine | theirs | board.closed;
    auto with = [&](Squares new_mine, Squares new_theirs, Squares closed) {
        Board next = board;
        next.own[player] = new_mine, next.own[1 - player] = new_theirs, next.closed = closed;
        return found(next);
    };
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            Squares here = square(x, y);
            if (game == "domineering") {
                int x2 = x + (player == 1), y2 = y + (player == 0);
                if (!inside(x2, y2)) continue;
                Squares domino = here | square(x2, y2);
                if (!(board.own[0] & domino) && found(Board{{board.own[0] | domino, 0}, 0})) return true;
            } else if (game == "nogo") {
                if (taken & here) continue;
                Board next = board;
                next.own[player] |= here;
                if (all_breathe(next) && found(next)) return true;
            } else if (!(mine & here)) {
                continue;
            } else if (game == "clobber") {
                for (int d = 0; d < 4; d++) {
                    if (!inside(x + DX[d], y + DY[d])) continue;
                    Squares to = square(x + DX[d], y + DY[d]);
                    if (theirs & to && with((mine & ~here) | to, theirs & ~to, 0)) return true;
                }
            } else if (game == "konane") {
                for (int d = 0; d < 4; d++) {
                    Squares left = theirs;
                    for (int over = 1; inside(x + (over + 1) * DX[d], y + (over + 1) * DY[d]); over += 2) {
                        Squares jumped = square(x + over * DX[d], y + over * DY[d]);
                        Squares to = square(x + (over + 1) * DX[d], y + (over + 1) * DY[d]);
                        if (!(left & jumped) || taken & to) break;
                        left &= ~jumped;
                        if (with((mine & ~here) | to, left, 0)) return true;
                    }
                }
            } else if (game == "toads-and-frogs") {
                int step = player == 0 ? 1 : -1;
                if (inside(x + step, 0) && !(taken & square(x + step, 0))) {
                    if (with((mine & ~here) | square(x + step, 0), theirs, 0)) return true;
                } else if (inside(x + 2 * step, 0) && theirs & square(x + step, 0) &&
                           !(taken & square(x + 2 * step, 0))) {
                    if (with((mine & ~here) | square(x + 2 * step, 0), theirs, 0)) return true;
                }
            } else { /* Amazons */
                for (int d = 0; d < 8; d++)
                    for (int far = 1; inside(x + far * DX[d], y + far * DY[d]); far++) {
                        int x2 = x + far * DX[d], y2 = y + far * DY[d];
                        Squares to = square(x2, y2), others = taken & ~here;
                        if (others & to) break;
                        for (int shot = 0; shot < 8; shot++)
                            for (int reach = 1;; reach++) {
                                int x3 = x2 + reach * DX[shot], y3 = y2 + reach * DY[shot];
                                if (!inside(x3, y3) || others & square(x3, y3)) break;
                                Squares arrow = board.closed | square(x3, y3);
                                if (with((mine & ~here) | to, theirs, arrow)) return true;
                            }
                    }
            }
        }
    return false;
}

/* ---- Search ---- */

struct Sum {
    Board board;
    int value, player;
    bool operator==(const Sum &o) const {
        return board == o.board && value == o.value && player == o.player;
    }
};

struct Hash {
    size_t operator()(const Sum &sum) const {
        uint64_t hash = 0;
        for (uint64_t part : {sum.board.own[0], sum.board.own[1], sum.board.closed,
                              uint64_t(sum.value) * 2 + sum.player}) {
            hash = (hash ^ part) * 0x9e3779b97f4a7c15u;
            hash ^= hash >> 29;
        }
        return hash;
    }
};

struct TooLarge {};

static std::unordered_map<Sum, bool, Hash> known;
static size_t most = 1000000;

/* Whether the player to move wins, as who cannot move has lost. */
static bool wins(const Sum &sum) {
    auto found = known.find(sum);
    if (found != known.end()) return found->second;
    bool won = false;
    for (int option : forms[sum.value].options[sum.player])
        if (!won) won = !wins(Sum{sum.board, option, 1 - sum.player});
    if (!won)
        won = moves(sum.board, sum.player, [&](const Board &next) {
            return !wins(Sum{next, sum.value, 1 - sum.player});
        });
    if (known.size() >= most) throw TooLarge();
    return known[sum] = won;
}

static string outcome(const Board &board, int value) {
    bool left = wins(Sum{board, value, 0}), right = wins(Sum{board, value, 1});
    return left ? right ? "N" : "L" : right ? "R" : "P";
}

/* ---- The table ---- */

static vector<string> fields(const string &line) {
    vector<string> all(1);
    bool quoted = false;
    for (char c : line)
        if (c == '"') quoted = !quoted;
        else if (c == ',' && !quoted) all.emplace_back();
        else all.back() += c;
    return all;
}

/* What is wrong with a line; nothing if all is right. */
static string check(const string &name, const string &written, const string &value) {
    size_t open = name.find('(');
    game = name.substr(0, open);
    string size = name.substr(open + 1, name.size() - open - 2), strip;
    if (game == "toads-and-frogs") {
        strip = size, width = (int)size.size(), height = 1;
    } else if (sscanf(size.c_str(), "%dx%d", &width, &height) != 2) {
        return "not a board";
    }
    if (width * height > 64) throw TooLarge();
    known.clear();
    Board board = start(strip);
    string found = outcome(board, integer(0));
    if (found != written) return "the outcome is " + found + ", not " + written;
    if (value.empty()) return "";
    found = outcome(board, negative(Reader(value).all()));
    return found == "P" ? "" : "the value is not " + value;
}

int main(int count, char **arguments) {
    if (count < 2) return fprintf(stderr, "usage: boards boards.csv [POSITIONS]\n"), 2;
    if (count > 2) most = strtoull(arguments[2], nullptr, 10);
    std::ifstream table(arguments[1]);
    string line;
    if (!std::getline(table, line)) return fprintf(stderr, "cannot read %s\n", arguments[1]), 2;
    long values = 0, outcomes = 0, large = 0, faults = 0;
    while (std::getline(table, line)) {
        vector<string> row = fields(line);
        if (row.size() < 3 || row[1].empty()) continue;
        try {
            string fault = check(row[0], row[1], row[2]);
            if (!fault.empty()) printf("%s: %s\n", row[0].c_str(), fault.c_str()), faults++;
            else (row[2].empty() ? outcomes : values)++;
        } catch (TooLarge &) {
            large++;
        } catch (std::runtime_error &fault) {
            printf("%s: %s\n", row[0].c_str(), fault.what()), faults++;
        }
    }
    printf("%ld values and %ld outcomes agree, %ld boards are too large; %ld faults\n", values,
           outcomes, large, faults);
    return faults > 0;
}
