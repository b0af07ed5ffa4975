#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace rules {

// A number, a tuple, a list, or a truth.
struct V {
    int kind;
    std::int64_t number;
    std::vector<V> all;
};

constexpr std::int64_t INFINITE = INT64_MAX;

inline V num(std::int64_t number) { return V{0, number, {}}; }
inline V truth_of(bool is) { return V{3, is, {}}; }
inline V tup(const std::vector<V>& all) { return V{1, 0, all}; }
inline V lst(const std::vector<V>& all) { return V{2, 0, all}; }
[[noreturn]] inline V fail(const char* why) { throw std::runtime_error(why); }
inline std::int64_t whole(const V& v) {
    if (v.kind != 0) fail("expected a number");
    return v.number;
}
inline const std::vector<V>& items(const V& v) {
    if (v.kind != 1 && v.kind != 2) fail("expected a tuple or a list");
    return v.all;
}
inline bool truth(const V& v) { return v.number != 0 || !v.all.empty(); }
inline V negated(const V& v) { return truth_of(!truth(v)); }
inline V fit(bool overflows, std::int64_t number) {
    if (overflows) fail("a number beyond 64 bits");
    return num(number);
}
inline bool is_row(const V& a) { return a.kind == 1 || a.kind == 2; }
inline V add(const V& a, const V& b) {
    if (a.kind == b.kind && is_row(a)) {
        V both = a;
        both.all.insert(both.all.end(), b.all.begin(), b.all.end());
        return both;
    }
    std::int64_t sum = 0;
    const bool overflows = __builtin_add_overflow(whole(a), whole(b), &sum);
    return fit(overflows, sum);
}
inline V sub(const V& a, const V& b) {
    std::int64_t rest = 0;
    const bool overflows = __builtin_sub_overflow(whole(a), whole(b), &rest);
    return fit(overflows, rest);
}
inline V repeat(const V& row, std::int64_t times) {
    if (times > 1 << 20) fail("a row that is too long");
    V many{row.kind, 0, {}};
    for (; times > 0; --times) many.all.insert(many.all.end(), row.all.begin(), row.all.end());
    return many;
}
inline V mul(const V& a, const V& b) {
    if (is_row(a)) return repeat(a, whole(b));
    if (is_row(b)) return repeat(b, whole(a));
    std::int64_t product = 0;
    const bool overflows = __builtin_mul_overflow(whole(a), whole(b), &product);
    return fit(overflows, product);
}
inline V div_floor(const V& a, const V& b) {
    const std::int64_t x = whole(a), y = whole(b);
    if (y == 0) fail("division by zero");
    if (y == -1) return sub(num(0), a);
    return num(x / y - (x % y != 0 && (x < 0) != (y < 0)));
}
inline V mod_floor(const V& a, const V& b) {
    const std::int64_t x = whole(a), y = whole(b);
    if (y == 0) fail("division by zero");
    if (y == -1) return num(0);
    const std::int64_t rest = x % y;
    return num(rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest);
}
inline V bit_and(const V& a, const V& b) { return num(whole(a) & whole(b)); }
inline V bit_or(const V& a, const V& b) { return num(whole(a) | whole(b)); }
inline V bit_xor(const V& a, const V& b) { return num(whole(a) ^ whole(b)); }
inline V shift_left(const V& a, const V& b) {
    const std::int64_t places = whole(b);
    if (places < 0 || places > 62) fail("a shift beyond 62 places");
    return mul(a, num(std::int64_t{1} << places));
}
inline V shift_right(const V& a, const V& b) {
    const std::int64_t places = whole(b);
    if (places < 0 || places > 62) fail("a shift beyond 62 places");
    return div_floor(a, num(std::int64_t{1} << places));
}
// -1, 0 or 1; 2 where values of different kinds are not in order.
inline int order(const V& a, const V& b) {
    if (a.kind != b.kind) return 2;
    if (a.kind == 0 || a.kind == 3) return a.number < b.number ? -1 : a.number > b.number;
    for (std::size_t i = 0; i < a.all.size() && i < b.all.size(); i++) {
        if (const int first = order(a.all[i], b.all[i])) return first;
    }
    return a.all.size() < b.all.size() ? -1 : a.all.size() > b.all.size();
}
inline V equal(const V& a, const V& b) { return truth_of(order(a, b) == 0); }
inline V less(const V& a, const V& b) {
    const int found = order(a, b);
    if (found == 2) fail("values that are not in order");
    return truth_of(found < 0);
}
inline V within(const V& a, const V& b) {
    for (const V& one : items(b)) {
        if (order(a, one) == 0) return truth_of(true);
    }
    return truth_of(false);
}
inline V unshared(const V& v) {
    if (v.kind == 2) fail("a list that is changed in place");
    return v;
}
inline V index(const V& v, const V& at) {
    const std::int64_t size = static_cast<std::int64_t>(items(v).size());
    const std::int64_t place = whole(at) < 0 ? whole(at) + size : whole(at);
    if (place < 0 || place >= size) fail("an index out of range");
    return v.all[static_cast<std::size_t>(place)];
}
inline V slice(const V& v, const V& from, const V& to) {
    const std::int64_t size = static_cast<std::int64_t>(items(v).size());
    std::int64_t first = whole(from) < 0 ? whole(from) + size : whole(from);
    std::int64_t end = whole(to) < 0 ? whole(to) + size : whole(to);
    first = first < 0 ? 0 : first;
    end = end > size ? size : end;
    V part{v.kind, 0, {}};
    for (; first < end; first++) part.all.push_back(v.all[static_cast<std::size_t>(first)]);
    return part;
}
inline std::vector<V> unpacked(const V& v, std::size_t parts) {
    if (items(v).size() != parts) fail("a wrong number of parts");
    return v.all;
}
inline V len_of(const V& v) { return num(static_cast<std::int64_t>(items(v).size())); }
inline V range_of(const V& from, const V& to, const V& by) {
    const std::int64_t end = whole(to), step = whole(by);
    if (step == 0) fail("a range without a step");
    V all = lst({});
    for (std::int64_t i = whole(from); step > 0 ? i < end : i > end;) {
        all.all.push_back(num(i));
        if (__builtin_add_overflow(i, step, &i)) break;
    }
    return all;
}
inline V enumerate_of(const V& v) {
    V all = lst({});
    for (const V& one : items(v)) all.all.push_back(tup({len_of(all), one}));
    return all;
}
inline V min_of(const V& v) {
    V least = index(v, num(0));
    for (const V& one : items(v)) least = truth(less(one, least)) ? one : least;
    return least;
}
inline V max_of(const V& v) {
    V most = index(v, num(0));
    for (const V& one : items(v)) most = truth(less(most, one)) ? one : most;
    return most;
}
inline V sum_of(const V& v) {
    V sum = num(0);
    for (const V& one : items(v)) sum = add(sum, one);
    return sum;
}
inline V abs_of(const V& v) { return whole(v) < 0 ? sub(num(0), v) : v; }
inline V any_of(const V& v) {
    for (const V& one : items(v)) if (truth(one)) return truth_of(true);
    return truth_of(false);
}
inline V all_of(const V& v) {
    for (const V& one : items(v)) if (!truth(one)) return truth_of(false);
    return truth_of(true);
}
inline V sorted_of(const V& v) {
    V all = lst({});
    for (const V& one : items(v)) {
        std::size_t place = all.all.size();
        while (place > 0 && truth(less(one, all.all[place - 1]))) place--;
        all.all.insert(all.all.begin() + static_cast<std::ptrdiff_t>(place), one);
    }
    return all;
}
inline V reversed_of(const V& v) { return lst(std::vector<V>(items(v).rbegin(), items(v).rend())); }
inline V list_of(const V& v) { return lst(items(v)); }
inline V tuple_of(const V& v) { return tup(items(v)); }

// RULES
}  // namespace rules

std::uint64_t sg(std::uint64_t n) {
    using namespace rules;
    static std::vector<std::uint64_t> g;
    while (g.size() <= n) {
        const std::uint64_t heap = g.size();
        std::vector<bool> found(64);
        const V options = f_moves(POSITION);
        for (const V& option : items(options)) {
            std::uint64_t value = 0;
            const std::vector<V> parts = option.kind == 0 ? items(tup({option})) : items(option);
            for (const V& part : parts) {
                const std::uint64_t size = static_cast<std::uint64_t>(whole(part));
                if (size >= heap) fail("a move that does not make its heap smaller");
                value ^= g[size];
            }
            if (value >= found.size()) found.resize(2 * value);
            found[value] = true;
        }
        std::uint64_t mex = 0;
        while (mex < found.size() && found[mex]) mex++;
        g.push_back(mex);
    }
    return g[n];
}
